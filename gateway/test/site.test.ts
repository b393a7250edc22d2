import { hash } from 'node:crypto';
import { feedEvent, type PriceList, publicErrors, publicEvents, statuses } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { isDocumented } from '../src/endpoint/path-and-audience.ts';
import { routesOf } from '../src/routes/index.ts';

import { guidePages } from '../src/site/guides.ts';
import { hrefOf, menus, sourceHrefOf } from '../src/site/page.ts';
import { docsPages } from '../src/site/pages.ts';
import { indexOf, search } from '../src/site/search.ts';
import { gatewayUnderTest, sandboxEnv } from './gateway-under-test.ts';

const gateways = {
  live: await gatewayUnderTest({ env: { SVC_OPERATIONS_DOCS: 'true' } }),
  sandbox: await gatewayUnderTest({ env: sandboxEnv }),
};
const environments = ['live', 'sandbox'] as const;
type Environment = (typeof environments)[number];

const made = (environment: Environment) =>
  docsPages({ config: gateways[environment].config, routes: routesOf(environment) });
const pages = { live: made('live'), sandbox: made('sandbox') };
const pagesOf = (environment: Environment) => pages[environment];
const read = (environment: Environment, path: string) => gateways[environment].app.inject(path);
const pageOf = (operationId: string, environment: Environment = 'live') =>
  pagesOf(environment).find(({ markdown }) => markdown.includes(`{#${operationId}}`));

describe.each(['/docs', '/docs/errors', '/docs/events', '/docs/start'])('%s', (url) => {
  it('lets nothing but its own style and script take effect', async () => {
    const { headers, body } = await read('live', url);
    const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? '';
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(hash('sha256', style, 'base64'));
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    const links = body.matchAll(/(?:href|src)="(https?:\/\/[^/"]+)/g);
    const foreign = [...links].map(([, origin]) => origin);
    expect(foreign.filter((origin) => origin !== 'https://api.example.test')).toEqual([]);
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/docs/site.js">']);
    expect(body).not.toMatch(/ style=|onload|@import|url\(/i);
  });
});

describe.each(environments)('the documentation of %s', (environment) => {
  it('serves every page as HTML and as Markdown, and lists all in llms.txt', async () => {
    const { body: list, headers } = await read(environment, '/llms.txt');
    expect(headers['content-type']).toContain('text/plain');
    for (const page of pagesOf(environment)) {
      const html = await read(environment, hrefOf(page));
      expect(html.statusCode, page.path).toBe(200);
      expect(html.body).toContain(`<link rel="alternate" type="text/markdown"`);
      const source = await read(environment, sourceHrefOf(page));
      expect(source.headers['content-type']).toContain('text/markdown');
      expect(source.body.startsWith(`# ${page.title}\n`), page.path).toBe(true);
      expect(source.body).not.toMatch(/ \{#[\w.-]+\}$|\{\{(base_url|auth_url|key)/m);
      expect(list).toContain(`https://api.example.test${sourceHrefOf(page)}`);
    }
  });

  it('leads from live to the sandbox, where it knows its address', async () => {
    const { config } = gateways.live;
    const routes = routesOf('live');
    const start = (url?: string) =>
      docsPages({ config: { ...config, SVC_SANDBOX_URL: url }, routes }).find(
        ({ path }) => path === 'start',
      )?.markdown;
    expect(start('https://sandbox.example.test')).toContain(
      'use the [sandbox](https://sandbox.example.test/docs/start): ',
    );
    expect(start()).toContain('use the sandbox: ');
  });

  it('has no link into the void: neither to a page nor to a heading', async () => {
    const known = new Map<string, Set<string>>();
    const bodies = new Map<string, string>();
    for (const page of pagesOf(environment)) {
      const { body } = await read(environment, hrefOf(page));
      bodies.set(hrefOf(page), body);
      const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
      expect(new Set(ids).size, `ids of ${page.path}`).toBe(ids.length);
      known.set(hrefOf(page), new Set(ids));
    }
    const faults = [...bodies].flatMap(([from, body]) =>
      [...body.matchAll(/href="(?![a-z]+:)([^"#]*)(?:#([^"]*))?"/g)].flatMap(
        ([, path = '', anchor]) => {
          const to = path === '' ? from : path;
          const ids = known.get(to);
          const isFile = /^\/(llms\.txt|openapi\.json|icon\.svg|docs\/journeys\.yaml)$|\.md$/.test(
            to,
          );
          const isFound = ids ? anchor === undefined || ids.has(anchor) : isFile;
          return isFound ? [] : [`${from}: ${path}#${anchor}`];
        },
      ),
    );
    expect(faults).toEqual([]);
  });

  it('lists every endpoint, with its fields, types and examples', async () => {
    for (const { operationId } of routesOf(environment).filter(isDocumented)) {
      const page = pageOf(operationId, environment);
      expect(page?.section, operationId).toBe('Reference');
    }
    expect(pageOf('listSites', environment) !== undefined).toBe(environment === 'live');
    const { body } = await read(environment, '/docs/reference/quotes');
    const [, own = ''] = body.split('id="createQuote"');
    expect(own).toMatch(/<code>sku<\/code> <em>string[^<]*<strong>required<\/strong><\/em>/);
    expect(own).toContain('SKU of the price book');
    expect(own).toContain('href="/docs/reference/resources#schema-Quote"');
    expect(own).toMatch(/<figcaption>Answer<\/figcaption><pre tabindex="0"><code>\{/);
  });
});

describe('the entrance', () => {
  it('opens a door for each reader, and shows every state and milestone of a job', async () => {
    const { body } = await read('live', '/docs');
    for (const door of ['/docs/start', '/docs/guides/control-desk', '/docs/architecture/README'])
      expect(body).toContain(`<strong><a href="${door}">`);
    const { headers, body: picture } = await read('live', '/docs/job-states.svg');
    expect(headers['content-type']).toContain('image/svg+xml');
    const [, style = ''] = /CDATA\[(.*?)\]\]>/s.exec(picture) ?? [];
    expect(headers['content-security-policy']).toContain(hash('sha256', style, 'base64'));
    for (const state of statuses) expect(picture).toContain(`>${state}</text>`);
    for (const name of ['assign', 'depart', 'collect', 'deliver', 'cancel'])
      expect(picture).toContain(`>${name}</text>`);
  });

  it('shows operators and customers a menu of their own', async () => {
    const menuOf = async (path: string) =>
      [...(await read('live', path)).body.matchAll(/<summary>([^<]*)/g)].map(([, name]) => name);
    expect(await menuOf('/docs')).toEqual([...menus.customers]);
    expect(await menuOf('/docs/operations/kubernetes')).toEqual([...menus.operators]);
  });
});

describe('the catalogues', () => {
  it('explain every error code at its anchor, with what to do and an example', async () => {
    const { body } = await read('live', '/docs/errors');
    for (const [code] of publicErrors) {
      const [, own = ''] = body.split(`<h2 id="${code}">`);
      const [section = ''] = own.split('<h2');
      expect(section).toMatch(/Cause\..*What to do\.<\/strong> \w.*&quot;code&quot;/s);
    }
  });

  it('explain every event that subscribers receive, with its data and an example', async () => {
    const { body } = await read('live', '/docs/events');
    for (const { type, data, example } of publicEvents) {
      const [, section = ''] = body.split(`<h2 id="${type}">`);
      const [own = ''] = section.split('<h2');
      for (const name of Object.keys(Object(example)))
        expect(own).toContain(`<code>${name}</code>`);
      const [, shown = ''] = /<pre[^>]*><code>(.*?)<\/code><\/pre>/s.exec(own) ?? [];
      const event = JSON.parse(shown.replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
      expect(feedEvent.parse(event)).toEqual({ ...event, type });
      expect(data.parse(event.data)).toEqual(example);
    }
  });

  it('show the price book that is current, and the state', async () => {
    const gateway = await gatewayUnderTest();
    const book: PriceList = {
      price_book_version: '2026-12',
      vat_percent: 15,
      extra_parcel_cents: 2500,
      timing_factors: { standard: 1, after_hours: 1.5, saturday: 1.3, sunday: 2 },
      skus: [
        {
          ...{ sku: 'LAB-STD', name: 'Laboratory run', unit: 'per job', price_cents: 12_345 },
          ...{ included_km: 15, per_km_cents: 900, stat_upgrade: null, delivery: true },
          default_priority: 'same_day',
          sla_minutes: { scheduled: 480, same_day: 240, stat: 90, critical: 120 },
        },
      ],
    };
    expect((await gateway.app.inject('/docs/price-book')).body).not.toContain('2026-12');
    expect((await gateway.app.inject('/docs/limits')).body).toContain('Disturbed.');
    gateway.services.answers.set('pricing.currentPrices', () => ({ ok: book }));
    const { body } = await gateway.app.inject('/docs/price-book');
    expect(body).toContain('2026-12');
    const limits = (await gateway.app.inject('/docs/limits')).body;
    expect(limits).toMatch(/id="state-now".*Up\..*2026-12/s);
    expect(body).toMatch(/LAB-STD.*Laboratory run.*per job.*123\.45.*15.*9\.00.*yes/s);
    expect(body).toMatch(/VAT: 15 %.*saturday.*1\.3/s);
  });
});

describe('guides', () => {
  it('are the files of docs, with raw HTML as text', async () => {
    const names = guidePages({ forOperators: true }).map(({ path }) => path);
    expect(names).toContain('guides/webhooks');
    expect(names).toContain('clients/sdk');
    expect(names).toContain('operations/kubernetes');
    expect(
      guidePages({ forOperators: true }).filter(
        ({ title }) => title === '' || title.startsWith('#'),
      ),
    ).toEqual([]);
  });
});

describe('search', async () => {
  const index = await indexOf(pagesOf('live'));
  const places = {
    'how do I verify a webhook signature': '/docs/guides/webhooks',
    'idempotency key': '/docs#idempotency',
    quote_expired: '/docs/errors#quote_expired',
    'rate limit': '/docs/limits#rate-limits',
    'book a job': '/docs/reference/jobs#bookJob',
    'cancel job fee': '/docs/reference/jobs#cancelJob',
    'sandbox scenario': '/docs/guides/sandbox',
    'delivery.failed': '/docs/events#delivery.failed',
    'access token client credentials': '/docs/reference/authentication',
    'proof of delivery photo': '/docs/reference/custody',
    'temperature excursion': '/docs/events',
    'upload csv over sftp': '/docs/guides/wholesale',
    edifact: '/docs/guides/wholesale-edi',
    'breaking change deprecation sunset': '/docs/guides/versioning',
    'price book sku': '/docs/price-book',
    'collection route of a laboratory': '/docs/guides/partner',
    'python client': '/docs/clients/python',
    'sign a batch of readings': '/docs/guides/telemetry',
    'invoice pdf': '/docs/reference/billing',
    'what is chain of custody': '/docs/reference/custody',
  };
  it('finds the page of a question among its first five', () => {
    for (const [question, place] of Object.entries(places)) {
      const first = search(index, question).slice(0, 5);
      const found = first.filter((id) => id === place || id.startsWith(`${place}#`));
      expect(found, `${question}: ${place} among ${first}`).not.toEqual([]);
    }
  });

  it('for operators are published where that is set, and linked from no page elsewhere', async () => {
    for (const [environment, status] of [
      ['live', 200],
      ['sandbox', 404],
    ] as const) {
      for (const path of ['/docs/operations/kubernetes', '/docs/runbooks/SvcLogHalted.md']) {
        expect((await read(environment, path)).statusCode).toBe(status);
      }
      const index = (await read(environment, '/llms.txt')).body;
      expect(index.includes('## Runbooks')).toBe(status === 200);
    }
    const linking = pagesOf('sandbox').filter(({ markdown }) =>
      /\]\(\/docs\/(operations|runbooks)/.test(markdown),
    );
    expect(linking.map(({ path }) => path)).toEqual([]);
    expect((await read('sandbox', '/docs')).body).not.toContain('<summary>Operations</summary>');
  });
});
