import { describe, expect, it } from 'vitest';
import { lint } from '#llmstxt';

const url = 'https://kite.example/llms.txt';

/** Returns the URL rules that one link breaks among three good links. */
function rulesFor(target: string): string[] {
  const good = ['a', 'b', 'c'].map((page) => `- [Page ${page}](https://kite.example/${page}): about ${page}\n`);
  const body = `# Kite\n\n> Kite flies.\n\n## Docs\n\n${good.join('')}- [Page](${target}): the page\n`;
  return lint({ body, url })
    .findings.filter(({ id }) => /^(?:bad-url|private-target|relative-url|secret-looking)$/.test(id))
    .map(({ id, severity }) => (severity === 'info' ? `${id} info` : id));
}

describe('an impossible URL', () => {
  it.each([
    'https://https://kite.example/x',
    'https://www.https://kite.example/x',
    'git@github.com:kite/kite.git',
    'help@kite.com',
    'https://http//kite.example/x',
    'https://undefined/docs',
    'https://null/docs',
    'https://kite/x',
    'https://a..b.com/x',
    'https://.kite.com/x',
    'https://-kite.com/x',
    'https://kite-.com/x',
    'https://kite_1.com/x',
    'https://docs.kite_1.com/x',
    'https://./x',
    'https://../x',
    'https://kite.comundefined/x',
    'https://docs.kite.comnull',
    'https:///kite.example/x',
    'https:////kite.example/x',
    'https:/kite.example/x',
    'http:/kite.example/x',
    'https:kite.example/x',
    'https:',
    'https://',
    'https//kite.example/x',
    'http//kite.example/x',
    'https;//kite.example/x',
    'https：//kite.example/x',
    'htps://kite.example/x',
    'ttps://kite.example/x',
    'https://kite.example/%zz',
    'https://kite.example/100%',
    'https://kite.example/a?rate=5%&b=1',
    'https://kite.com:0/x',
    'https://kite.com:22/x',
    'https://kite.com:99999/x',
    'https://kite.comhttps//other.com/x',
    'https://kite.con/x',
    'https://readme.txt/x',
    'https://guide.html',
    'https://kite.c/x',
    `https://${'a'.repeat(64)}.com/x`,
    `https://${'a.'.repeat(130)}com/x`,
    'www.kite.com/x',
    'kite.example/x',
    '`https://kite.example/x`',
    'undefined/docs/start',
    'null/docs/run.md',
    '/undefined/docs',
    'NaN',
    'https://kite.example/docs/NaN',
    'https://kite.example/null/start',
    'https://kite.example/?id=undefined',
    'https://kite.example/%5Bobject%20Object%5D',
    'ftp://kite.example/x',
    'file:///home/kite/x.md',
    'javascript:alert(1)',
  ])('gets bad-url: %s', (target) => {
    expect(rulesFor(target)).toEqual(['bad-url']);
  });

  it.each([
    'https://127.0.0.1/x',
    'https://0x7f.1/x',
    'https://2130706433/x',
    'https://10.1.2.3/x',
    'https://100.64.0.1/x',
    'https://169.254.169.254/x',
    'https://172.20.0.1/x',
    'https://192.168.0.1/x',
    'https://192.0.2.1/x',
    'https://198.51.100.7/x',
    'https://203.0.113.7/x',
    'https://198.18.0.1/x',
    'https://224.0.0.1/x',
    'https://255.255.255.255/x',
    'https://[::1]/x',
    'https://[::]/x',
    'https://[fd00::1]/x',
    'https://[fe80::1]/x',
    'https://[ff02::1]/x',
    'https://[2001:db8::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://localhost/x',
    'https://app.localhost:3000/x',
    'https://kite.local/x',
    'https://kite.internal/x',
    'https://kite.test/x',
    'https://kite.invalid/x',
    'https://kite.onion/x',
    'https://kite.alt/x',
    'https://1.0.0.127.in-addr.arpa/x',
    'https://router.home.arpa/x',
    'https://nas.lan/x',
    'https://wiki.corp/x',
    'https://kite.local./x',
    'https://staging.kite.com/x',
    'https://kite.ngrok-free.app/x',
  ])('gets private-target: %s', (target) => {
    expect(rulesFor(target)).toEqual(['private-target']);
  });

  it('makes the file invalid if half of its links are bad', () => {
    const file = (links: string) => lint({ body: `# Kite\n\n## Docs\n\n${links}`, url }).valid;
    const [good, bad] = ['- [Guide](https://kite.example/guide)\n', '- [Page](https://undefined/page)\n'];
    expect(file(good + good + bad)).toBe(true);
    expect(file(good + bad)).toBe(false);
  });
});

describe('a possible URL', () => {
  it.each([
    'https://kite.com/x',
    'HTTPS://KITE.com/x',
    'https://kite.com./x',
    'https://kite.com//docs//x',
    'https://kite.example/x',
    'https://example.com/x',
    'https://kite.com/%E2%82%AC',
    'https://kite.com/a#100%',
    'https://web.archive.org/web/2020/https://kite.com/',
    'https://medium.com/@kite/post',
    'https://xn--bcher-kva.de/',
    'https://bücher.de/',
    'https://пример.рф/',
    'https://kite.xn--p1ai/',
    'https://readme.md/x',
    'https://kite.museum/x',
    'https://4chan.org/x',
    'https://a--b.com/x',
    'https://undefined.com/x',
    'https://null.sh/x',
    'https://docs.kite.com/korean/undefined/start',
    'https://kite.com/null-safety',
    '//kite.com/x',
  ])('gets no finding: %s', (target) => {
    expect(rulesFor(target).filter((id) => id !== 'relative-url')).toEqual([]);
  });

  it.each(['https://kite.com:8443/x', 'https://8.8.8.8/x', 'https://[2606:4700::1111]/x'])(
    'gets a hint if many agents refuse it: %s',
    (target) => {
      expect(rulesFor(target)).toEqual(['bad-url info']);
    },
  );

  it.each(['https://kite.com:8443/x', 'https://8.8.8.8/x', 'mailto:kite@kite.com'])(
    'gets advice that fits a complete URL: %s',
    (target) => {
      const { findings } = lint({ body: `# Kite\n\n## Docs\n\n- [Page](${target}): the page\n`, url });
      const { fix } = findings.find(({ id }) => id === 'bad-url') ?? {};
      expect(fix).toBe('Link to a web page with an ordinary URL.');
    },
  );

  it('accepts NaN in its path', () => {
    const body =
      '# JS\n\n## Docs\n\n- [NaN](https://kite.com/js/NaN)\n- [Not a number](https://kite.com/js/NaN/parse): Read NaN\n';
    expect(lint({ body, url }).findings.filter(({ id }) => id === 'bad-url')).toEqual([]);
  });
});
