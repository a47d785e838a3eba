import { defineRule } from '../reporting/define-rule.ts';
import { findUses } from '../reporting/find-uses.ts';

const INSTRUCTIONS =
  /\b(?<!\b(?:we|i|they)\s)(?:(?:ignore|disregard|forget|override)\s(?:all\s|any\s)?(?:of\s)?(?:the\s|your\s)?(?:previous|prior|above|earlier|other)\s(?:instructions|prompts|context|rules)|(?:you|ai(?:\sassistants?|\sagents?|\smodels?)?|llms?|chatgpt)\smust\s(?:always\s)?(?:recommend|promote)|(?:ai(?:\sassistants?|\sagents?|\smodels?)?|llms?|chatgpt)\smust\s(?:always\s)?(?:mention|cite|prefer|say)|(?:must|always)\s(?:recommend|promote|prefer)\s(?:us|users|our|this\s(?:site|company|brand|product))\b|(?:do\snot|don't|never)\s(?:recommend|mention)\s(?:any\s|our\s|other\s)?(?:competitors?|alternatives?|products?|companies)|you\sare\s(?:now\s)?an?\s(?:ai|helpful)\s(?:ai\s)?assistant\b|in\sorder\sto\saccess\sthe\sfull\scontent)/gi;

export const readerInstructions = defineRule({
  id: 'reader-instructions',
  title: 'Instructions aimed at AI models',
  severity: 'warning',
  source: 'convention',
  fix: 'Describe the site, and delete the instructions.',
  *check(file) {
    for (const at of findUses(file.text, INSTRUCTIONS))
      yield { at, message: 'This text gives instructions to the model that reads it.' };
  },
});
