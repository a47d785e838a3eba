/** Names of query parameters that only describe the origin of a visitor. */
export const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|_ga|_hs\w+|ref|ref_src|source|trk|icid|cmpid)$/i;
