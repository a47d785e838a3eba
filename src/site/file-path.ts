/**
 * The path of a built file, but for the home page: nothing that starts with a dot, no empty, `.` or `..` segment, and only the characters
 * that our own files use.
 */
export const FILE_PATH = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;
