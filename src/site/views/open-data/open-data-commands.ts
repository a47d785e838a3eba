/** Command that shows the commit and workflow of a snapshot file. */
export const VERIFY_COMMAND = 'gh attestation verify domains.csv.gz --repo <owner>/<repository>';
