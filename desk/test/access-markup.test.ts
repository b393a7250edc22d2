/** Markup of the pages of people, access and webhooks: escaped, labelled, in order. */
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  exampleClient,
  exampleDelivery,
  exampleEndpoint,
  exampleEvent,
  exampleKey,
  exampleRequest,
  exampleUser,
} from './access-answers.ts';
import { deskUnderTest, tokenOf } from './desk-under-test.ts';
import { hostileText, listOf } from './examples.ts';

const token = tokenOf('admin');
const endpoint = '/webhooks/wh_01';

async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  return under;
}

const hostileData = { reason: hostileText, [hostileText]: 1 };

describe('text of a tenant, or of a receiver, is escaped', () => {
  it.each([
    ['/people', 'accounts.listUsers', listOf([{ ...exampleUser, name: hostileText }])],
    ['/people', 'accounts.listUsers', listOf([{ ...exampleUser, email: hostileText }])],
    ['/clients', 'accounts.listClients', listOf([{ ...exampleClient, name: hostileText }])],
    ['/keys', 'accounts.listApiKeys', listOf([{ ...exampleKey, name: hostileText }])],
    ['/requests', 'accounts.listRequests', listOf([{ ...exampleRequest, path: hostileText }])],
    ['/requests', 'accounts.listRequests', listOf([{ ...exampleRequest, client_id: hostileText }])],
    ['/requests', 'accounts.listRequests', listOf([{ ...exampleRequest, code: hostileText }])],
    ['/requests', 'accounts.listRequests', listOf([{ ...exampleRequest, method: hostileText }])],
    ['/webhooks', 'webhooks.list', listOf([{ ...exampleEndpoint, url: hostileText }])],
    [endpoint, 'webhooks.get', { ok: { ...exampleEndpoint, url: hostileText } }],
    [
      endpoint,
      'webhooks.listDeliveries',
      listOf([{ ...exampleDelivery, response_excerpt: hostileText }]),
    ],
    ['/events', 'webhooks.listEvents', listOf([{ ...exampleEvent, data: hostileData }])],
  ])('on %s, from %s', async (path, action, answer) => {
    const { get, services } = await desk();
    services.answers.set(action, () => answer);
    const { statusCode, body } = await get(path, token);
    expect(statusCode).toBe(200);
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(body).not.toContain('<script');
  });

  it.each(['/requests?client_id=', '/requests?request_id=', '/events?type='])(
    'on %s, from the address',
    async (path) => {
      const { get } = await desk();
      const { body } = await get(`${path}${encodeURIComponent(hostileText)}`, token);
      expect(body).not.toContain('<script');
    },
  );
});

describe.each(['/people', '/clients', '/keys', '/requests', '/webhooks', endpoint, '/events'])(
  'the markup of %s',
  (path) => {
    const shown = async () => (await (await desk()).get(path, token)).body;
    const all = (body: string, pattern: RegExp) =>
      [...body.matchAll(pattern)].map(([, found = '']) => found);

    it('has one heading of the first level, and skips none', async () => {
      const levels = all(await shown(), /<h([1-6])>/g).map(Number);
      expect(levels[0]).toBe(1);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      for (const [at, level] of levels.entries()) {
        expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
      }
    });

    it('has each id once', async () => {
      const ids = all(await shown(), / id="([^"]*)"/g);
      expect(ids.length).toBeGreaterThan(0);
      expect(ids).toEqual([...new Set(ids)]);
    });

    it('labels each field, and describes it by what is there', async () => {
      const body = await shown();
      const ids = new Set(all(body, / id="([^"]*)"/g));
      const labelled = new Set(all(body, /<label for="([^"]*)"/g));
      for (const [tag] of body.matchAll(/<(?:input|select)[^>]*>/g)) {
        if (/type="(?:hidden|checkbox)"/.test(tag)) continue;
        expect(labelled).toContain(/ id="([^"]*)"/.exec(tag)?.[1]);
      }
      expect(body).not.toMatch(/(?<!<label>)<input type="checkbox"/);
      for (const names of all(body, /aria-describedby="([^"]*)"/g)) {
        for (const name of names.split(' ')) expect(ids).toContain(name);
      }
    });

    it('has a caption and scopes in each table, and a legend in each group', async () => {
      const body = await shown();
      for (const table of all(body, /<table>(.*?)<\/table>/gs)) {
        expect(table).toMatch(/^\s*<caption>[^<]+/);
        expect(table).not.toMatch(/<th(?! scope="(?:col|row)")[ >]/);
        expect(table).toMatch(/<th scope="row">/);
      }
      for (const group of all(body, /<fieldset[^>]*>(.*?)<\/fieldset>/gs)) {
        expect(group).toMatch(/^\s*<legend>[^<]+/);
      }
      expect(all(body, /(<table>)/g)).not.toHaveLength(0);
    });

    it('has buttons and disclosures that differ in their words', async () => {
      const texts = all(await shown(), /<(?:button|summary)>(.*?)<\/(?:button|summary)>/g);
      expect(texts).toEqual([...new Set(texts)]);
    });
  },
);
