const pathsOf = (text: string) => text.trim().split(/\s+/);

/** Paths of one page of each kind and sample state. */
export const KINDS = pathsOf(`
  / /browse /browse/tier/featured /browse/country/gb /browse/tags /browse/quality /browse/language/en
  /browse?topic=travel&language=en /browse?topic=travel&language=is /topics /topics/travel /map /stats /data /search
  /search?q=museum /search?q=nothingatall /add /add?domain=clay-and-kiln.example
  /add?domain=nobody-registered-this.example /check /check?domain=clay-and-kiln.example /generate
  /generate?domain=clay-and-kiln.example /badges /badges?domain=lumendb.example /resolve
  /resolve?url=https%3A%2F%2Flumendb.example%2Fguides /claim/clay-and-kiln.example /claim/lumendb.example /owner
  /rules /rules/no-title /errors /errors/domain.unknown /docs /docs/api /docs/scoring /docs/operators /docs/mcp
  /docs/reference /docs/reference-directory /docs/reference-objects /domain/lumendb.example
  /domain/clay-and-kiln.example /domain/script-breakout.example /domain/feed-me.example /domain/lucky-lantern.example
  /domain/locked-gate.example
`);
/** Kinds that differ without scripts. */
export const PLAIN_KINDS = pathsOf(`
  / /add?domain=nobody-registered-this.example /search?q=museum /browse?topic=travel&language=en
  /check?domain=clay-and-kiln.example /generate?domain=clay-and-kiln.example /claim/clay-and-kiln.example /owner
  /docs/mcp /domain/lumendb.example
`);
export const MISSING = pathsOf(`
  /nothing/here /domain/nobody-registered-this.example /notify/confirm?domain=lumendb.example
`);
