import { defineRule } from '../reporting/define-rule.ts';
import { FILE_START } from '../reporting/locate.ts';

export const parkedPage = defineRule({
  id: 'parked-page',
  title: 'Parked domain',
  severity: 'error',
  source: 'convention',
  fix: 'Publish an llms.txt after you publish a site.',
  reads: 'answer',
  check(context) {
    if (context.kind !== 'parked') return [];
    return [
      { at: FILE_START, message: `This is ${context.looksLike ?? 'a parking page'}, not a description of a site.` },
    ];
  },
});
