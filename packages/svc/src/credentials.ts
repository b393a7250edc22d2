/** Credentials of the organisation: OAuth clients and API keys, made, rotated and revoked. */

import {
  type CourierClient,
  type CreateApiKeyData,
  type CreateClientData,
  eachOf,
  type ListApiKeysResponse,
  type ListClientsResponse,
} from '@svc/sdk';
import { optionsOf, print, type Shell, table } from '@svc/text/shell';
import { Command } from 'commander';
import { z } from 'zod';
import { clientOf } from './session.ts';

type Listed = ListClientsResponse['data'][number] | ListApiKeysResponse['data'][number];
/** `secret` is shown once; no later answer has it. */
interface Made {
  answer: Listed;
  secret: string;
}

/** A kind of credential: its operations, so that one set of commands serves both kinds. */
interface Kind {
  name: 'clients' | 'keys';
  /** As a sentence says it. */
  what: string;
  example: string;
  list(api: CourierClient): AsyncIterable<Listed>;
  create(api: CourierClient, given: { name: string; scopes: string[] }): Promise<Made>;
  rotate(api: CourierClient, given: { id: string; overlap: number }): Promise<Made>;
  endOld(api: CourierClient, id: string): Promise<Listed>;
  revoke(api: CourierClient, id: string): Promise<unknown>;
}

/** Any word: the API knows them all, and its refusal names one that it does not know. */
const isWord = (value: unknown): boolean => typeof value === 'string';
const clientScopes = z.array(z.custom<CreateClientData['body']['scopes'][number]>(isWord));
const keyScopes = z.array(
  z.custom<NonNullable<CreateApiKeyData['body']['scopes']>[number]>(isWord),
);

const ofClients: Kind = {
  name: 'clients',
  what: 'OAuth client',
  example: 'cli_…',
  list: (api) => eachOf(api.listClients, {}),
  create: async (api, { name, scopes }) => {
    const answer = await api.createClient({ body: { name, scopes: clientScopes.parse(scopes) } });
    return { answer, secret: answer.client_secret };
  },
  rotate: async (api, { id, overlap }) => {
    const body = { overlap_hours: overlap };
    const answer = await api.rotateClientSecret({ path: { id }, body });
    return { answer, secret: answer.client_secret };
  },
  endOld: (api, id) => api.endOldClientSecret({ path: { id } }),
  revoke: (api, id) => api.deleteClient({ path: { id } }),
};

const ofKeys: Kind = {
  name: 'keys',
  what: 'API key',
  example: 'key_…',
  list: (api) => eachOf(api.listApiKeys, {}),
  create: async (api, { name, scopes }) => {
    const body = { name, ...(scopes.length > 0 && { scopes: keyScopes.parse(scopes) }) };
    const answer = await api.createApiKey({ body });
    return { answer, secret: answer.api_key };
  },
  rotate: async (api, { id, overlap }) => {
    const answer = await api.rotateApiKey({ path: { id }, body: { overlap_hours: overlap } });
    return { answer, secret: answer.api_key };
  },
  endOld: (api, id) => api.endOldApiKey({ path: { id } }),
  revoke: (api, id) => api.deleteApiKey({ path: { id } }),
};

const group = (shell: Shell, kind: Kind): Command => {
  const commands = [list, create, rotate, end, revoke].map((make) => make(shell, kind));
  return commands.reduce(
    (all, each) => all.addCommand(each),
    new Command(kind.name).description(`${kind.what}s of your organisation`),
  );
};
export const clients = (shell: Shell): Command => group(shell, ofClients);
export const keys = (shell: Shell): Command => group(shell, ofKeys);

const examples = ({ name }: Kind, line: string): string => `\nExample:\n  svc ${name} ${line}`;

const list = (shell: Shell, kind: Kind): Command =>
  new Command('list')
    .description('those that are not revoked, newest first')
    .addHelpText('after', examples(kind, 'list'))
    .action(async (_options, command: Command) => {
      const { json } = optionsOf(command, {});
      const found: Listed[] = [];
      for await (const each of kind.list(await clientOf(shell))) found.push(each);
      print(shell, json, [found, () => table(shell, head, found.map(cellsOf))]);
    });

const head = ['id', 'name', 'last used', 'previous secret until', 'it was last used', 'scopes'];
const cellsOf = ({ id, name, last_used_at, old_secret, scopes }: Listed): string[] => [
  id,
  name,
  last_used_at ?? 'never',
  old_secret?.expires_at ?? 'none',
  old_secret ? (old_secret.last_used_at ?? 'never') : '',
  scopes.join(' '),
];

const create = (shell: Shell, kind: Kind): Command => {
  const line = 'create "Status board" --scopes jobs:read tracking:read';
  const made = new Command('create')
    .description(`make one; its secret is printed this once`)
    .argument('<name>', 'for people');
  // A key without scopes gets all that a key may have; a client has to be told.
  const scoped =
    kind.name === 'clients'
      ? made.requiredOption('--scopes <scopes...>', 'what it may do')
      : made.option('--scopes <scopes...>', 'what it may do; else all that a key may', []);
  return scoped
    .addHelpText('after', examples(kind, line))
    .action(async (name: string, _options, command: Command) => {
      const { json, scopes } = optionsOf(command, { scopes: z.array(z.string()) });
      const { answer, secret } = await kind.create(await clientOf(shell), { name, scopes });
      print(shell, json, [
        answer,
        () => `${answer.id} is made; its secret is shown this once:\n${secret}`,
      ]);
    });
};

const rotate = (shell: Shell, kind: Kind): Command =>
  new Command('rotate')
    .description('a new secret under the same id; the previous one is accepted for a while')
    .argument('<id>', kind.example)
    .option(
      '--overlap <hours>',
      'how long it is accepted: 0 to 168; 0 ends every earlier one',
      '24',
    )
    .addHelpText('after', examples(kind, `rotate ${kind.example} --overlap 48`))
    .action(async (id: string, _options, command: Command) => {
      const { json, overlap } = optionsOf(command, {
        overlap: z.coerce.number().int().min(0).max(168),
      });
      const { answer, secret } = await kind.rotate(await clientOf(shell), { id, overlap });
      print(shell, json, [answer, () => `${rotatedText(answer)}\n${secret}`]);
    });

const rotatedText = ({ id, old_secret }: Listed): string =>
  old_secret === null
    ? `${id} is rotated, every earlier secret has ended; the new one is shown this once:`
    : `${id} is rotated, the previous secret is accepted until ${old_secret.expires_at}; the new one is shown this once:`;

const end = (shell: Shell, kind: Kind): Command =>
  new Command('end')
    .description('end the previous secret before its time')
    .argument('<id>', kind.example)
    .addHelpText('after', examples(kind, `end ${kind.example}`))
    .action(async (id: string, _options, command: Command) => {
      const { json } = optionsOf(command, {});
      const answer = await kind.endOld(await clientOf(shell), id);
      print(shell, json, [answer, () => `${answer.id} has its newest secret alone`]);
    });

const revoke = (shell: Shell, kind: Kind): Command =>
  new Command('revoke')
    .description('refuse it from now on, for good')
    .argument('<id>', kind.example)
    .addHelpText('after', examples(kind, `revoke ${kind.example}`))
    .action(async (id: string, _options, command: Command) => {
      const { json } = optionsOf(command, {});
      const answer = await kind.revoke(await clientOf(shell), id);
      print(shell, json, [answer, () => `${id} is revoked`]);
    });
