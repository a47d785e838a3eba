/** Sections and pages of an invented company: path, name, notes. A person writes such sections in an hour. */
const SECTIONS: Readonly<Record<string, readonly (readonly [path: string, name: string, notes: string])[]>> = {
  Boats: [
    ['rowing-boats', 'Rowing boats', 'wooden rowing boats for two to four people, with oars and cushions'],
    ['canoes', 'Canoes', 'open canoes for rivers, and which paddle fits which height'],
    ['kayaks', 'Kayaks', 'sea kayaks with spray decks, for people who can already roll'],
    ['sailing-dinghies', 'Sailing dinghies', 'dinghies of eleven feet, rigged by us before you sail'],
    ['electric-boats', 'Electric boats', 'quiet boats that need no license, and how far the battery takes them'],
    ['houseboats', 'Houseboats', 'three houseboats with beds for six, their kitchens and their moorings'],
  ],
  Renting: [
    ['prices', 'Prices', 'what an hour, a day and a week cost in summer and in winter'],
    ['booking', 'Booking', 'which boats are free on which day, and how to change a booking'],
    ['deposit', 'Deposit', 'how much deposit to pay for which boat, and when we return it'],
    ['insurance', 'Insurance', 'damage that the insurance pays, and damage that renters pay'],
    ['groups', 'Groups', 'discounts for groups of ten and more, school classes and companies'],
    ['vouchers', 'Vouchers', 'gift vouchers by mail or on paper, and how long they are valid'],
  ],
  'On the lake': [
    ['map', 'Map of the lake', 'map with depths, landing places, shallow water and protected reeds'],
    ['weather', 'Weather and storm warnings', 'what the lights on the shore mean when a storm comes up'],
    ['rules', 'Rules on the water', 'who gives way to whom, and how far to stay from bathers and nets'],
    ['landing-places', 'Landing places', 'jetties where landing is allowed, with inns and toilets nearby'],
    ['fishing', 'Fishing', 'where to buy a fishing permit, and which months are closed for pike and perch'],
    ['swimming', 'Swimming', 'beaches with lifeguards, and places where swimming is dangerous'],
  ],
  'Courses and visits': [
    ['sailing-course', 'Sailing course', 'five mornings of sailing for beginners, with the exam on the last one'],
    ['kayak-course', 'Kayak course', 'rolling and rescue for kayaks in a warm pool, once a month'],
    ['children', 'Courses for children', 'how old children must be for a course, and how well they must swim'],
    ['directions', 'Directions and parking', 'train, bus and car to the boathouse, and where to park a trailer'],
    ['opening-hours', 'Opening hours', 'opening hours by month, and holidays on which the boathouse is closed'],
    ['contact', 'Contact and emergencies', 'telephone, mail, and what to do if a boat leaks or capsizes'],
  ],
};

const INTRODUCTION = [
  '> Boathouse on a lake that rents rowing boats, canoes, kayaks, dinghies, electric boats and houseboats by the hour, day or week.',
  '',
  'We give sailing and kayak courses for adults and children, sell fishing permits and vouchers, and explain the rules, the',
  'weather and the landing places of the lake. Prices include life jackets and oars. We do not sell boats, and we repair none.',
];

/** Words without meaning. */
const FILLER =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore'.split(' ');

/** Returns the best llms.txt that a farm can write for a site. */
export function writeGoodFile(domain: string): string {
  const sections = Object.entries(SECTIONS).map(([title, pages]) => [
    `## ${title}`,
    '',
    ...pages.map(([path, name, notes]) => `- [${name}](https://${domain}/${path}): ${notes}`),
    '',
  ]);
  return [`# Boathouse of ${domain}`, '', ...INTRODUCTION, '', ...sections.flat()].join('\n');
}

/** Returns the good file of a site with a section that links to other sites of the farm. */
export function writeLinkingFile(domain: string, others: readonly string[]): string {
  const links = others.map(
    (other) => `- [Boathouse of ${other}](https://${other}/): another boathouse that rents boats`,
  );
  return [writeGoodFile(domain), '## Partners', '', ...links, ''].join('\n');
}

/** Returns a file of equal form without meaning. */
export function writeEmptyWords(domain: string): string {
  let next = 0;
  return writeGoodFile(domain)
    .split(/(\]\([^)]*\))/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/\p{L}+/gu, () => FILLER[next++ % FILLER.length] ?? '')))
    .join('');
}
