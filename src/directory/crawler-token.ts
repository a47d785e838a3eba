/** Token by which robots.txt files name this crawler, and the name of its user agent. */
export const CRAWLER_TOKEN = 'llms-txt-directory';
