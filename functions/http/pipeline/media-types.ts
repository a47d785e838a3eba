export const HTML_TYPE = 'text/html';
export const MARKDOWN_TYPE = 'text/markdown';
export const JSON_TYPE = 'application/json';
export const PROBLEM_TYPE = 'application/problem+json';
export const EVENTS_TYPE = 'text/event-stream';
