/**
 * World map of equal tiles near the real positions, so that small countries are visible. A pair of letters is an ISO 3166-1 code,
 * and dots are sea.
 */
const ROWS = [
  '.. .. .. .. .. .. .. GL .. .. IS .. FO .. SJ NO SE FI AX .. .. .. .. .. .. .. .. .. .. .. ..',
  '.. .. CA .. .. .. PM .. .. .. .. IM .. .. .. .. DK EE .. .. RU .. .. .. .. .. .. .. .. .. ..',
  '.. .. US .. .. BM .. .. .. .. IE GB .. NL .. .. .. LV .. .. .. .. .. .. .. .. .. .. .. .. ..',
  '.. .. MX .. .. BS TC VG AI MF GG JE .. BE LU DE PL LT BY .. .. KZ .. MN .. .. .. .. .. .. ..',
  '.. .. GT BZ KY CU HT DO PR VI .. .. FR CH LI AT CZ SK UA .. .. UZ KG CN KP .. .. .. .. .. ..',
  '.. .. SV HN .. JM BQ SX BL KN PT ES AD MC IT SI HU RO MD .. .. TM TJ .. KR JP .. .. .. .. ..',
  '.. .. .. NI .. AW CW MS AG GP .. GI .. SM VA HR BA RS BG GE AZ IR AF NP BT .. TW .. .. .. ..',
  '.. .. .. CR .. .. VC LC DM MQ .. .. .. MT .. ME AL MK GR TR AM IQ PK IN BD HK MO .. .. .. ..',
  '.. .. .. PA .. .. GD BB TT .. .. MA DZ TN LY EG .. CY LB SY JO KW BH .. MM LA VN PH MP .. ..',
  '.. .. .. .. CO VE GY SR GF .. EH MR ML NE TD SD ER .. IL PS SA QA AE LK TH KH .. .. GU MH UM',
  '.. .. .. .. EC PE BR .. .. CV SN GM BF NG CM CF SS ET DJ .. YE OM MV .. MY SG BN .. PW FM KI',
  '.. .. .. .. .. BO PY .. .. GW GN CI GH TG BJ GQ UG KE SO .. .. .. .. .. .. ID TL PG SB NR TV',
  '.. .. .. .. .. CL AR UY .. .. SL LR .. ST GA CG RW TZ .. SC .. IO .. CC CX .. AU .. VU WF TK',
  '.. .. .. .. .. .. FK GS .. .. .. SH .. .. AO CD BI .. KM YT .. .. .. .. .. .. .. NC FJ WS AS',
  '.. .. .. .. .. .. .. .. .. .. .. .. .. .. NA ZM MW MZ .. MG MU .. .. .. .. .. .. NF TO NU CK',
  '.. .. .. .. .. .. .. .. .. .. .. .. .. .. BW ZW SZ .. .. .. RE .. .. .. .. .. .. .. NZ PF PN',
  '.. .. .. .. .. .. .. .. .. .. .. .. .. BV ZA LS .. .. .. .. .. .. TF HM AQ .. .. .. .. .. ..',
];

export const WORLD_COLUMNS = 31;
export const WORLD_ROWS = ROWS.length;
export const WORLD_TILES = ROWS.flatMap((line, row) =>
  line.split(' ').flatMap((country, column) => (country === '..' ? [] : [{ country, column, row }])),
);
