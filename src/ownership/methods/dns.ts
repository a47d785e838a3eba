import { absent, counted, inconclusive, type ProofSeeker, present } from './method.ts';

const MARK = 'svc-verify=';

/** A TXT record beside the domain, seen by a majority of the configured resolvers. */
export const seekInDns: ProofSeeker = async ({ domain, isToken, shownToken }, { net, signal }) => {
  const where = `_svc-verify.${domain}`;
  const asked = await net.resolveTxt(where);
  signal?.throwIfAborted();
  const looked_for = `a TXT record ${MARK}${shownToken}`;
  return { method: 'dns', looked_for, where: `${where}.`, ...find(asked, isToken) };
};

function find(
  asked: Awaited<ReturnType<Parameters<ProofSeeker>[1]['net']['resolveTxt']>>,
  isToken: (text: string) => boolean,
) {
  if (asked.kind === 'failed') return inconclusive(asked.detail);
  if (asked.kind === 'absent') return absent('no TXT record');
  if (asked.records.some((record) => record.startsWith(MARK) && isToken(record.slice(MARK.length)))) {
    return present('the record');
  }
  return absent(`${counted(asked.records.length, 'TXT record')} without this token`);
}
