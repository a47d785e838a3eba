import { openDesk } from './desk/open-desk.tsx';

openDesk(document, null);
