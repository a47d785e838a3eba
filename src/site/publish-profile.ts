/**
 * Files that the build writes per site: `lean` its page, `standard` also its badge and its part of the search index,
 * `full` also the page as Markdown and JSON, its feeds and its picture. The server renders other URLs.
 */
export const PUBLISH_PROFILES = ['lean', 'standard', 'full'] as const;
export type PublishProfile = (typeof PUBLISH_PROFILES)[number];
