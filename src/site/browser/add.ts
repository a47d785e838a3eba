import { followVisits } from './visit-form.ts';

followVisits(() => {});
