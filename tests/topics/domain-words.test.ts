import { describe, expect, it } from 'vitest';
import { domainWords } from '../../src/topics/domain-words.ts';

describe('the words of a domain', () => {
  it.each<[domain: string, own: string[], words: string[]]>([
    ['uplanddesign.com', ['upland', 'design', 'parks'], ['uplanddesign', 'upland', 'design', 'com']],
    ['docs.stripe.com', ['stripe'], ['docs', 'stripe', 'com']],
    ['carl-grossmann.de', [], ['carlgrossmann', 'carl', 'grossmann', 'de']],
    ['trailofbits.com', ['trail', 'of', 'bits', 'its'], ['trailofbits', 'trail', 'bits', 'com']],
    ['xn--bcher-kva.example', [], ['xnbcherkva', 'xn', 'bcher', 'kva', 'example']],
  ])('splits %s', (domain, own, words) => {
    expect(domainWords(domain, new Set(own))).toEqual(words);
  });
});
