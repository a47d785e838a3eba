/**
 * Matches the path of a built file other than the home page. No segment is empty or starts with a dot. The path has only
 * characters of our file names.
 */
export const FILE_PATH = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;
