import { isDocumented, prefixOf, routesOf } from '@svc/gateway';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createSend, type Line } from '../../journeys/http.ts';
import { conformance, type Document, fetchDocument } from '../../journeys/openapi.ts';
import { startPrism } from '../../tools/prism.ts';
import { makeTarget } from '../endpoints/index.ts';
import { environments } from '../refusals/cases.ts';
import {
  type Actor,
  actionsOf,
  labelOf,
  lineTo,
  localsOf,
  requestFor,
  rootLine,
} from '../requests.ts';
import { type Stand, startStand } from '../stand.ts';
import { type AnswerLog, createAnswerLog } from './answer-log.ts';

// That the documents are good OpenAPI is seen to by the gateway's own tests; here they are held
// against what the gateways answer. Every other test of contracts/ and journeys/ does so as well.
describe.each(environments)('the document of the %s API', (environment) => {
  let stand: Stand;
  // A sandbox session of its own for each test: one gets 60 requests a minute of a clock that stands.
  let actor: Actor;
  let document: Document;
  let log: AnswerLog;
  beforeAll(async () => {
    stand = await startStand(environment, { prism: true });
    document = await fetchDocument(stand.stage.publicUrl);
    log = createAnswerLog(environment, stand.stage.publicUrl);
  });
  beforeEach(async () => {
    actor = await stand.actor();
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

  it.each(actionsOf(environment).map((route) => [labelOf(route), route] as const))(
    'describes what %s answers to its example',
    async (_, route) => {
      const target = await makeTarget(route.path, actor);
      const send = createSend(stand.stage.baseUrl, actor.credential, conformance(document));
      const answer = await send(lineTo(route, target), requestFor(route, actor));
      expect(answer.status, answer.text).toBe(route.status);
      log.note(route.operationId, answer);
    },
  );

  it.each(localsOf(environment).map((route) => [labelOf(route), route] as const))(
    'describes what %s answers to everybody',
    async (_, route) => {
      const answer = await createSend(stand.stage.publicUrl)(
        rootLine(route, environment),
        requestFor(route, actor),
      );
      conformance(document)(lineTo(route), answer);
      log.note(route.operationId, answer);
    },
  );
});

describe('an answer that is not as documented', () => {
  let stand: Stand;
  let judge: (line: Line, answer: Answer) => void;
  let good: Answer;
  beforeAll(async () => {
    stand = await startStand('live');
    judge = conformance(await fetchDocument(stand.stage.publicUrl));
    good = await (await stand.actor()).send('POST /quotes', { body: { sku: 'LAB-STD' } });
  });
  afterAll(() => stand.stop());

  it('is found out by its status, media type, headers or members', () => {
    const line = 'POST /quotes';
    expect(() => judge(line, good)).not.toThrow();
    expect(() => judge(line, { ...good, status: 200 })).toThrow('status 200 is not described');
    const asText = new Headers([...good.headers, ['content-type', 'text/plain']]);
    asText.set('content-type', 'text/plain');
    expect(() => judge(line, { ...good, headers: asText })).toThrow('media type text/plain');
    const bare = new Headers({ 'content-type': 'application/json' });
    expect(() => judge(line, { ...good, headers: bare })).toThrow('without x-request-id');
    const without = { ...JSON.parse(good.text), total_cents: undefined };
    expect(() => judge(line, { ...good, text: JSON.stringify(without) })).toThrow('total_cents');
    const wrong = { ...JSON.parse(good.text), expires_at: 'soon' };
    expect(() => judge(line, { ...good, text: JSON.stringify(wrong) })).toThrow('expires_at');
  });

  it('is found out by Prism, as is a request that is answered although it is not documented', async () => {
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
