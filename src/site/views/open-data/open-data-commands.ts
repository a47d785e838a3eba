/** Says which commit and workflow made a file of a snapshot. */
export const VERIFY_COMMAND = 'gh attestation verify domains.csv.gz --repo <owner>/<repository>';
