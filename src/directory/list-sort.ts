/** List orders. Each order has the domain as its last key. */
export const LIST_SORTS = ['authority', 'newest', 'changed', 'quality'] as const;
export type ListSort = (typeof LIST_SORTS)[number];
