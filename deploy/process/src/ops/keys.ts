/** `ops keys`: clients and API keys of a tenant, and the key that signs tokens. */

import { accounts, isApiKey, scope } from '@svc/contracts';
import { optionsOf, print, table } from '@svc/text/shell';
import { Command } from 'commander';
import { z } from 'zod';
import type { OperatorLink } from '../operator-link.ts';
import { ask, connected, type OpsShell } from './operator.ts';

const { actions } = accounts;
const service = accounts.name;

export const keys = (shell: OpsShell): Command =>
  new Command('keys')
    .description('clients and API keys of a tenant, and the key that signs tokens')
    .addCommand(list(shell))
    .addCommand(createClient(shell))
    .addCommand(createApiKey(shell))
    .addCommand(revoke(shell))
    .addCommand(rotateSigning(shell));

async function readCredentials(link: OperatorLink, tenant: string) {
  const { output } = actions.listCredentials;
  const request = { service, action: 'listCredentials', output, tenant };
  const found: z.output<typeof output>['data'] = [];
  for (let after: string | undefined; ; after = found.at(-1)?.id) {
    const input = after === undefined ? {} : { starting_after: after };
    const { data, has_more } = await ask(link, { ...request, input });
    found.push(...data);
    if (!has_more) return found;
  }
}

const list = (shell: OpsShell): Command =>
  new Command('list')
    .description('clients and API keys of a tenant, without secrets, the newest first')
    .argument('<tenant>')
    .action((tenant: string, _options, command: Command) =>
      connected(shell, command, async (link) => {
        const found = await readCredentials(link, tenant);
        const { json } = optionsOf(command, {});
        const rows = found.map(({ id, kind, name, created_at, revoked_at, scopes }) => [
          ...[id, kind, name, created_at, revoked_at ?? '', scopes?.join(' ') ?? ''],
        ]);
        const head = ['id', 'kind', 'name', 'since', 'revoked', 'scopes'];
        print(shell, json, [{ credentials: found }, () => table(shell, head, rows)]);
      }),
    );

const createClient = (shell: OpsShell): Command =>
  new Command('create-client')
    .description('a client with these scopes; its secret is shown this once')
    .argument('<tenant>')
    .argument('<name>')
    .requiredOption('--scope <scope...>', 'may be given more than once')
    .action((...[tenant, name, , command]: [string, string, object, Command]) => {
      const { json, scope: scopes } = optionsOf(command, { scope: z.array(scope) });
      return connected(shell, command, async (link) => {
        const { output } = actions.createClient;
        const input = { name, scopes };
        const made = await ask(link, { service, action: 'createClient', output, input, tenant });
        print(shell, json, [made, () => `${made.client_id} ${made.client_secret}`]);
      });
    });

const createApiKey = (shell: OpsShell): Command =>
  new Command('create-api-key')
    .description('an API key for low-risk reads; it is shown this once')
    .argument('<tenant>')
    .argument('<name>')
    .action((...[tenant, name, , command]: [string, string, object, Command]) =>
      connected(shell, command, async (link) => {
        const { output } = actions.createApiKey;
        const request = { service, action: 'createApiKey', output, tenant };
        const made = await ask(link, { ...request, input: { name } });
        const { json } = optionsOf(command, {});
        print(shell, json, [made, () => `${made.key_id} ${made.api_key}`]);
      }),
    );

const revoke = (shell: OpsShell): Command =>
  new Command('revoke')
    .description('ends a client and its tokens, or an API key')
    .argument('<tenant>')
    .argument('<id>', 'as `keys list` prints it')
    .action((...[tenant, id, , command]: [string, string, object, Command]) =>
      connected(shell, command, async (link) => {
        const [action, input] = isApiKey(id)
          ? (['revokeApiKey', { key_id: id }] as const)
          : (['revokeClient', { client_id: id }] as const);
        const { output } = actions[action];
        const answer = await ask(link, { service, action, output, input, tenant });
        if (!answer.revoked) throw new Error(`${tenant} has no client or API key ${id}.`);
        const { json } = optionsOf(command, {});
        print(shell, json, [answer, () => `${id} revoked`]);
      }),
    );

const rotateSigning = (shell: OpsShell): Command =>
  new Command('rotate-signing')
    .description('a new key for access tokens; it signs once every verifier can have it')
    .option('--immediately', 'the key leaked: all tokens of before become invalid')
    .action((_options, command: Command) => {
      const { json, immediately } = optionsOf(command, { immediately: z.boolean().default(false) });
      return connected(shell, command, async (link) => {
        const { output } = actions.rotateSigningKey;
        const request = { service, action: 'rotateSigningKey', output };
        const answer = await ask(link, { ...request, input: { immediately } });
        print(shell, json, [answer, () => answer.kid]);
      });
    });
