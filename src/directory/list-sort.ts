/** List orders. Each ends with the name. */
export const LIST_SORTS = ['authority', 'newest', 'changed', 'quality'] as const;
export type ListSort = (typeof LIST_SORTS)[number];
