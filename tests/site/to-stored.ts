import type { DomainDetail, StoredDetail } from '../../src/directory/detail.ts';

/** Returns the stored data of a domain with these details. */
export function toStored({ findings, preview, quality_details, ...stored }: DomainDetail): StoredDetail {
  const answer = {
    findings: findings.map((finding) => ({ ...finding, edits: [...finding.edits] })),
    ...(preview && { preview: structuredClone(preview) as NonNullable<StoredDetail['answer']>['preview'] }),
    ...(quality_details && { quality: structuredClone(quality_details) }),
  };
  return { ...stored, answer, seen: null, bytes: null, hash: null, text: null };
}
