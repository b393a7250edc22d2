import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { descriptionFaults } from './descriptions.ts';
import {
  currentDocument,
  newPaths,
  withKeyedVariants,
  withoutNewPaths,
  withoutNewValues,
} from './documents.ts';
import { compare } from './tools.ts';

const json = (value: unknown) => JSON.stringify(value);
const document = json(currentDocument('sandbox'));
/** The document with one text in it replaced; planting the mistake must not miss its place. */
function planted(from: string, to: string): string {
  expect(document).toContain(from);
  return document.replace(from, to);
}

describe('the comparison with the released document', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'planted-'));
    await writeFile(join(folder, 'base.json'), document);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const changed = async (text: string): Promise<string> => {
    const name = `${crypto.randomUUID()}.json`;
    await writeFile(join(folder, name), text);
    return compare('base.json', name, folder);
  };
  it('passes a new field, and a description that changed', async () => {
    const added = JSON.parse(document);
    added.components.schemas.Quote.properties.note = { type: 'string' };
    const reworded = planted('Book a job', 'Book a courier job');
    await expect(Promise.all([changed(json(added)), changed(reworded)])).resolves.toBeDefined();
  });

  type Parts = Record<string, never>;
  const problem = 'application/problem+json';
  it.each<[string, 'live' | 'sandbox', (parts: { schemas: Parts; paths: Parts }) => string[][]]>([
    [
      'error codes',
      'sandbox',
      ({ schemas, paths }) => [
        Object(schemas).ErrorCode.enum,
        Object(paths)['/quotes'].post.responses[422].content[problem].schema.properties.code.enum,
      ],
    ],
    [
      'roles and scopes',
      'live',
      ({ schemas: { User, Client } }) => [
        Object(User).properties.role.enum,
        Object(Client).properties.scopes.items.enum,
      ],
    ],
    [
      'types of events and of alarms',
      'live',
      ({ schemas }) => [
        Object(schemas).Event.oneOf,
        Object(schemas).AcknowledgeOpsEventResponse.properties.type.enum,
      ],
    ],
    [
      'conflicts of an assignment',
      'live',
      ({ schemas }) => {
        const { conflicts, measured_from } =
          Object(schemas).SuggestDriversResponse.properties.data.items.properties;
        return [conflicts.items.properties.code.enum, measured_from.enum];
      },
    ],
  ])('is made without %s that are new', (_, environment, listsIn) => {
    const current = JSON.parse(json(currentDocument(environment)));
    const released = structuredClone(current);
    for (const list of listsIn({ ...released.components, paths: released.paths })) list.pop();
    expect(withoutNewValues(current, released)).toEqual(released);
  });

  it('is made with the released pattern of a request that takes more now', () => {
    const requestOf = (pattern: string) => ({ requestBody: { schema: { pattern } } });
    const released = requestOf('^[A-Z0-9][A-Z0-9-]{3,31}$');
    const wider = requestOf('^[A-Za-z0-9][A-Za-z0-9-]{3,31}$');
    expect(withoutNewValues(wider, released)).toEqual(released);
    expect(withoutNewValues(requestOf('^[A-Z]$'), released)).toEqual(requestOf('^[A-Z]$'));
    expect(withoutNewValues(released, wider)).toEqual(released);
    const idOf = (pattern: string) => ({ schemas: { Provider: { client_id: { pattern } } } });
    const key = idOf('^(cli|key)_');
    expect(withoutNewValues(key, idOf('^cli_'))).toEqual(idOf('^cli_'));
    expect(withoutNewValues(key, idOf('^usr_'))).toEqual(key);
  });

  it('is made without paths that are new, which one that is gone is not taken for', () => {
    const released = { paths: { '/docs': 1, '/jobs': 2 } };
    const current = { info: {}, paths: { '/clients': 3, '/jobs': 4 } };
    expect(newPaths(current, released)).toEqual(['/clients']);
    expect(withoutNewPaths(current, released)).toEqual({ info: {}, paths: { '/jobs': 4 } });
  });

  it('pairs bodies that `type` tells apart by it, whatever else they gain', () => {
    const body = (type: string, ...fields: string[]) => ({
      properties: {
        type: { const: type },
        ...Object.fromEntries(fields.map((name) => [name, {}])),
      },
    });
    expect(withKeyedVariants({ schema: { oneOf: [body('a'), body('b', 'note')] } })).toEqual({
      schema: {
        type: 'object',
        properties: { 'type=a': body('a'), 'type=b': body('b', 'note') },
      },
    });
    const others = { oneOf: [body('a'), { type: 'null' }] };
    expect(withKeyedVariants(others)).toEqual(others);
  });

  const edited = (edit: (parsed: ReturnType<typeof JSON.parse>) => void) => {
    const parsed = JSON.parse(document);
    edit(parsed);
    return parsed;
  };
  const requestSchema = ({ paths }: ReturnType<typeof JSON.parse>) =>
    paths['/quotes'].post.requestBody.content['application/json'].schema;

  it.each<[string, object]>([
    [
      'a removed field',
      edited(({ components: { schemas } }) => {
        schemas.Quote.required = schemas.Quote.required.filter(
          (name: string) => name !== 'vat_cents',
        );
        Reflect.deleteProperty(schemas.Quote.properties, 'vat_cents');
      }),
    ],
    [
      'a new value of another enum of an answer',
      edited(({ components }) => components.schemas.Priority.enum.push('whenever')),
    ],
    ['a narrowed enum', edited((parsed) => requestSchema(parsed).properties.timing.enum.pop())],
    ['a new required field', edited((parsed) => requestSchema(parsed).required.push('km'))],
    [
      'a changed status',
      edited(({ paths }) => {
        const { responses } = paths['/quotes'].post;
        responses[200] = responses[201];
        Reflect.deleteProperty(responses, '201');
      }),
    ],
  ])('refuses a document in which there is %s', async (_, breaking) => {
    const compared = json(withoutNewValues(breaking, JSON.parse(document)));
    await expect(changed(compared)).rejects.toThrow('major');
  });
});

describe('the descriptions', () => {
  const schema = (properties: object) => ({
    components: { schemas: { Parcel: { description: 'What is carried in a bag.', properties } } },
  });
  const at = '#/components/schemas/Parcel';

  it('are complete in the document of the sandbox', () => {
    expect(descriptionFaults(JSON.parse(document))).toEqual([]);
  });

  it.each([
    ['a field without one', { mass: { type: 'number', maximum: 9 } }, 'mass: no description'],
    [
      'one that only repeats the name',
      { sealNumber: { description: 'The number of the seal.' } },
      'sealNumber: the description only repeats the name',
    ],
    [
      'a value that is not named',
      { kind: { enum: ['bag', 'box'], description: 'Either `bag` or another form of it.' } },
      'kind: the value box is not described',
    ],
    [
      'null without a meaning',
      { mass: { type: ['number', 'null'], minimum: 0, description: 'Kilograms, to one decimal.' } },
      'mass: what null means is not said',
    ],
  ])('refuse an operation with %s', (_, properties, fault) => {
    expect(descriptionFaults(schema(properties))).toEqual([`${at}: ${fault}`]);
  });

  it('refuse a number without a bound, unless it is any value', () => {
    const count = { type: 'integer', description: 'How many bags the box holds.' };
    const value = { description: 'What the field was before.', anyOf: [{ type: 'string' }, count] };
    expect(descriptionFaults(schema({ value, bounded: { ...count, minimum: 0 } }))).toEqual([]);
    expect(descriptionFaults(schema({ count }))).toEqual([
      `${at}/properties/count: a number without minimum, maximum or enum`,
    ]);
  });

  it('refuse an operation and a parameter without one', () => {
    const get = { operationId: 'getParcel', parameters: [{ in: 'query', name: 'limit' }] };
    expect(descriptionFaults({ paths: { '/parcels': { get } } })).toEqual([
      '#/paths//parcels/get: no description',
      '#/paths//parcels/get/parameters/0: no description',
    ]);
  });
});
