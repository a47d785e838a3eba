import { paths } from '../../../directory/urls.ts';
import { computeCheckedPart } from '../../checked-part.ts';
import { formatDate, formatInstant } from '../../content/format/dates.ts';
import { OUTBOUND_REL } from '../../content/format/untrusted-text.ts';
import type { PhrasePart, Phrase as PhraseParts } from '../../content/views/phrase.ts';

export function Phrase({ phrase }: { readonly phrase: PhraseParts }) {
  return phrase.map(renderPart);
}

function renderPart(part: PhrasePart) {
  if (typeof part === 'string') return part;
  if ('at' in part) return <time dateTime={part.at}>{formatInstant(part.at)}</time>;
  if ('on' in part) return <time dateTime={part.on}>{formatDate(part.on)}</time>;
  if ('checked' in part) {
    return (
      <span data-checked={paths.checked(computeCheckedPart(part.domain))} data-domain={part.domain}>
        <time dateTime={part.checked}>{formatDate(part.checked)}</time> or later
      </span>
    );
  }
  if ('path' in part) return <a href={part.path}>{part.words}</a>;
  if ('outside' in part) {
    return (
      <a href={part.outside} rel={OUTBOUND_REL}>
        <bdi>{part.words}</bdi>
      </a>
    );
  }
  if ('quiet' in part) return <span class="quiet">{part.quiet}</span>;
  if ('code' in part) return <code>{part.code}</code>;
  return <bdi>{part.quoted}</bdi>;
}
