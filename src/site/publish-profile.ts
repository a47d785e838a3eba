/**
 * Files that the build writes per site. `lean` writes its page. `standard` adds its badge and its part of the search index.
 * `full` adds Markdown, JSON, feeds and picture. The server renders other URLs.
 */
export const PUBLISH_PROFILES = ['lean', 'standard', 'full'] as const;
export type PublishProfile = (typeof PUBLISH_PROFILES)[number];
