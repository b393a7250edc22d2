/** `ops tenants`, `ops keys`: tenants and their credentials. */

import { accounts } from '@svc/contracts';
import { printable } from '@svc/text/printable';
import { optionsOf, print, table } from '@svc/text/shell';
import { Command } from 'commander';
import { z } from 'zod';
import type { OperatorLink } from '../operator-link.ts';
import { ask, connected, type OpsShell } from './operator.ts';

const { actions } = accounts;
const service = accounts.name;

export const tenants = (shell: OpsShell): Command =>
  new Command('tenants')
    .description('tenants of the environment')
    .addCommand(listTenants(shell), { isDefault: true })
    .addCommand(createTenant(shell));

const listTenants = (shell: OpsShell): Command =>
  new Command('list').description('all tenants, by id').action((_options, command: Command) =>
    connected(shell, command, async (link) => {
      const found = await readTenants(link);
      const { json } = optionsOf(command, {});
      const rows = found.map(({ id, name, carrier, created_at }) => [
        ...[id, name, carrier ? 'carrier' : '', created_at],
      ]);
      print(shell, json, [
        { tenants: found },
        () => table(shell, ['id', 'name', '', 'since'], rows),
      ]);
    }),
  );

async function readTenants(link: OperatorLink) {
  const { output } = actions.listTenants;
  const found: z.output<typeof output>['data'] = [];
  for (let after: string | undefined; ; after = found.at(-1)?.id) {
    const input = after === undefined ? {} : { starting_after: after };
    const { data, has_more } = await ask(link, { service, action: 'listTenants', output, input });
    found.push(...data);
    if (!has_more) return found;
  }
}

const createTenant = (shell: OpsShell): Command =>
  new Command('create')
    .description('creates a tenant, or renames the one that has the id')
    .argument('<name>')
    .option('--id <id>', 'drawn without one')
    .option('--carrier', 'the carrier itself, whose clients may have ops: scopes')
    .action((name: string, _options, command: Command) => {
      const shape = { id: z.string().optional(), carrier: z.boolean().optional() };
      const { json, ...chosen } = optionsOf(command, shape);
      const input = { name, ...chosen };
      return connected(shell, command, async (link) => {
        const { output } = actions.createTenant;
        const tenant = await ask(link, { service, action: 'createTenant', output, input });
        print(shell, json, [tenant, () => printable(`${tenant.id} ${tenant.name}`)]);
      });
    });
