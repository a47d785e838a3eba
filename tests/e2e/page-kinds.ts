const listPaths = (text: string) => text.trim().split(/\s+/);

/** Paths of one page of each kind and sample state. */
export const KINDS = listPaths(`
  / /browse /browse/tier/featured /browse/country/gb /browse/tags /browse/quality /browse/language/en
  /browse?topic=travel&language=en /browse?topic=travel&language=is /topics /topics/travel /map /stats /data /search
  /search?q=museum /search?q=museum&show=pages /search?q=museum&language=en /search?q=nothingatall
  /search?q=nothingatall&show=pages /search?q=threadnedle /search?q=lumendb.example
  /search?q=nobody-registered-this.example /search?q=%D9%85%D9%83%D8%AA%D8%A8%D8%A9 /add
  /add?domain=clay-and-kiln.example /add?domain=locked-gate.example /add?domain=nobody-registered-this.example /check
  /check?domain=clay-and-kiln.example /check?domain=fietsdokter.example /check?domain=feed-me.example
  /check?domain=locked-gate.example /check?domain=sadaf-books.example /check?domain=star-catalogue.example
  /check?domain=nobody-registered-this.example /generate /generate?domain=clay-and-kiln.example
  /generate?domain=sadaf-books.example /badges /badges?domain=lumendb.example /resolve
  /resolve?url=https%3A%2F%2Flumendb.example%2Fguides /resolve?url=npm%3Alumendb /claim/clay-and-kiln.example
  /claim/lumendb.example /claim/nobody-registered-this.example /owner /rules /rules/no-title /errors
  /errors/domain.unknown /docs /docs/api /docs/scoring /docs/operators /docs/mcp /docs/reference
  /docs/reference-directory /docs/reference-objects /domain/lumendb.example /domain/clay-and-kiln.example
  /domain/script-breakout.example /domain/feed-me.example /domain/lucky-lantern.example /domain/locked-gate.example
  /domain/sadaf-books.example /domain/bidi-bazaar.example /domain/star-catalogue.example
`);
/** Kinds that differ without scripts. */
export const PLAIN_KINDS = listPaths(`
  / /add?domain=nobody-registered-this.example /search?q=museum /browse?topic=travel&language=en
  /check?domain=clay-and-kiln.example /generate?domain=clay-and-kiln.example /claim/clay-and-kiln.example /owner
  /docs/mcp /domain/lumendb.example
`);
/** Kinds that differ in a directory without sites. */
export const EMPTY_KINDS = listPaths(`
  / /browse /browse/tags /topics /map /stats /data /search /search?q=museum /check /generate /docs/agents /docs/api
`);
/** Status of each page that reports a failure. */
export const FAILED: Readonly<Record<string, number>> = {
  '/nothing/here': 404,
  '/domain/nobody-registered-this.example': 404,
  '/notify/confirm?domain=lumendb.example': 404,
  '/notify/unsubscribe?domain=lumendb.example': 404,
  '/v1/domain/nobody-registered-this.example': 404,
  '/resolve?url=https%3A%2F%2Fnobody-registered-this.example%2F': 404,
  '/resolve?url=not%20a%20page': 400,
  '/add?domain=no%20domain': 400,
  '/check?domain=no%20domain': 400,
  '/generate?domain=nobody-registered-this.example': 502,
};
