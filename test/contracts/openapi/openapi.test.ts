import { type Scope, scopes } from '@svc/contracts';
import { isDocumented, prefixOf, routesOf } from '@svc/gateway';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createSend } from '../../journeys/http.ts';
import { conformance, type Document, fetchDocument } from '../../journeys/openapi.ts';
import { startPrism } from '../../tools/prism.ts';
import { makeTarget, sharedTarget } from '../endpoints/index.ts';
import { environments } from '../refusals/cases.ts';
import {
  type ActionRoute,
  type Actor,
  actionsOf,
  bookJob,
  labelOf,
  lineTo,
  localsOf,
  requestFor,
  rootLine,
} from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { type AnswerLog, createAnswerLog } from './answer-log.ts';
import { strictDocument } from './strict-document.ts';

const scopesOf = ({ access }: ActionRoute): readonly Scope[] =>
  'scopes' in access ? access.scopes : [];

/** Keys, roles and those who have them: who gives scopes holds them, too. */
const givesScopes = /^(create|rotate)ApiKey$|^(create|update|delete)User$/;

// Here every endpoint's answer is held against the document by two programs: ours, which also judges
// all that contracts/ and journeys/ send, and Prism.
describe.each(environments)('the document of the %s API', (environment) => {
  let stand: Stand;
  let actor: Actor;
  /** The actor past Prism, for what an endpoint's example needs. */
  let maker: Actor;
  const holders = new Map<Scope, Actor>();
  let document: Document;
  let log: AnswerLog;
  beforeAll(async () => {
    stand = await startStand(environment, { prism: true });
    document = strictDocument(await fetchDocument(stand.stage.publicUrl));
    log = createAnswerLog(environment, stand.stage.publicUrl);
    actor = await stand.actor();
    const apiUrl = stand.stage.publicUrl + prefixOf(environment);
    maker = { ...actor, send: createSend(apiUrl, actor.credential) };
    for (const scope of scopes) {
      holders.set(scope, environment === 'live' ? await stand.holderOf(scope) : actor);
    }
  });
  // A caller of the sandbox may send 60 requests a minute.
  beforeEach(() => {
    if (environment === 'sandbox') stand.clock.advanceMs(60_000);
  });
  afterAll(async () => {
    await log.write();
    await stand.stop();
  });

  it('names this server and exactly the endpoints of the table', () => {
    expect(document.servers.map(({ url }) => url)).toEqual([
      stand.stage.publicUrl + prefixOf(environment),
    ]);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'servers')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const documented = routesOf(environment).filter(isDocumented);
    expect(described.sort()).toEqual(documented.map(labelOf).sort());
  });

  const targetFor = ({ method, path }: ActionRoute, scope: Scope): Promise<string> => {
    const isOfCourier = environment === 'live' && scope === 'ops:courier';
    if (isOfCourier && !path.endsWith('/transfer')) return courierTarget(maker);
    return method === 'GET' ? sharedTarget(path, maker) : makeTarget(path, maker);
  };

  it.each(actionsOf(environment).map((route) => [labelOf(route), route] as const))(
    'describes the answer of %s to each scope, and all of its members',
    async (_, route) => {
      for (const scope of scopesOf(route)) {
        const holder = givesScopes.test(route.operationId) ? actor : holders.get(scope);
        if (!holder) throw new Error(`${scope} has no holder`);
        const line = lineTo(route, await targetFor(route, scope));
        const answer = await holder.send(line, requestFor(route, holder));
        expect(answer.status, answer.text).toBe(route.status);
        expectNoneOfCustomer(answer, scope);
        log.note(route.operationId, answer);
      }
    },
  );

  it.each(localsOf(environment).map((route) => [labelOf(route), route] as const))(
    'describes the answer of %s to everybody',
    async (_, route) => {
      const send = createSend(stand.stage.publicUrl);
      const answer = await send(rootLine(route, environment), requestFor(route, actor));
      conformance(document)(lineTo(route), answer);
      log.note(route.operationId, answer);
    },
  );
});

/** Money and references of a customer, by the scopes that are for others. */
const ofCustomer: Partial<Record<Scope, RegExp>> = {
  'ops:courier':
    /cents|cost_centre|metadata|reference|tenant|recipient|url|service|sku|price|amount/,
  'tracking:read': /cents|cost_centre|metadata|reference|tenant|recipient|sku|price|amount/,
};

function expectNoneOfCustomer({ headers, text }: Answer, scope: Scope): void {
  const hidden = ofCustomer[scope];
  if (!hidden || !headers.get('content-type')?.startsWith('application/json')) return;
  const names = new Set<string>();
  JSON.parse(text, (name, value) => {
    names.add(name);
    return value;
  });
  expect([...names].filter((name) => hidden.test(name))).toEqual([]);
}

/** A job that is the driver's, whose customer wrote more than the road needs. */
async function courierTarget(actor: Actor): Promise<string> {
  const { id } = await bookJob(actor, {
    reference: 'PO-77',
    cost_centre: 'CC-9',
    metadata: { a: 'b' },
  });
  await actor.send(`POST /ops/jobs/${id}/assign`, { body: actor.crew });
  await actor.send(`POST /ops/jobs/${id}/milestones`, { body: { type: 'depart' } });
  return id;
}

describe('an answer that is not as documented', () => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await startStand('live');
  });
  afterAll(() => stand.stop());

  it('is rejected for its status, media type, headers or members', async () => {
    const line = 'POST /quotes';
    const judge = conformance(strictDocument(await fetchDocument(stand.stage.publicUrl)));
    const good = await (await stand.actor()).send(line, { body: { sku: 'LAB-STD' } });
    const asText = new Headers([...good.headers]);
    asText.set('content-type', 'text/plain');
    const changed = (members: object) => JSON.stringify({ ...JSON.parse(good.text), ...members });
    const planted: [Partial<Answer>, string][] = [
      [{ status: 200 }, 'status 200 is not described'],
      [{ headers: asText }, 'media type text/plain'],
      [{ headers: new Headers({ 'content-type': 'application/json' }) }, 'without x-request-id'],
      [{ text: changed({ total_cents: undefined }) }, 'total_cents'],
      [{ text: changed({ expires_at: 'soon' }) }, 'expires_at'],
      [{ text: changed({ margin_cents: 1 }) }, 'must NOT have additional properties'],
    ];
    expect(() => judge(line, good)).not.toThrow();
    for (const [change, fault] of planted) {
      expect(() => judge(line, { ...good, ...change })).toThrow(fault);
    }
  });

  it('is rejected by Prism, as is an undocumented request that is answered', async () => {
    const { stage } = stand;
    const document = await fetchDocument(stage.publicUrl);
    const { Quote } = document.components.schemas ?? {};
    Object.assign(Object(Quote).properties, { km: { type: 'string' } });
    const { post } = document.paths['/quotes'] ?? {};
    const { schema } = Object(post).requestBody.content['application/json'];
    Object.assign(schema.properties, { sku: { enum: ['LAB-STAT'] } });
    const prism = await startPrism(stage.baseUrl, document);
    const { credential } = await stand.actor();
    const send = createSend(prism.baseUrl, credential);
    expect((await send('POST /quotes', { body: { sku: 'LAB-STD' } })).text).toContain('LAB-STD');
    expect((await send('POST /quotes', { body: { sku: 7 } })).status).toBe(400);
    expect((await send('POST /quotes', { raw: '{"sku":' })).status).toBe(400);
    expect(await prism.stop()).toEqual([
      expect.stringMatching(/^POST \/v1\/quotes 201: request body sku /),
      expect.stringMatching(/^POST \/v1\/quotes 201: response body km /),
    ]);
  });
});
