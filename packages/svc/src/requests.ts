/** The request log of the organisation. */
import { optionsOf, print, type Shell, table } from '@svc/text/shell';
import { Command } from 'commander';
import { z } from 'zod';
import { clientOf } from './session.ts';

export const requests = (shell: Shell): Command =>
  new Command('requests')
    .description('your requests of the last seven days, newest first')
    .option('--id <id>', 'the one whose answer carried this x-request-id')
    .option('--client <id>', 'only of this client or API key')
    .option('--failed', 'only those with a status of 400 or above')
    .option('--limit <n>', 'at most so many', '20')
    .addHelpText('after', '\nExample:\n  svc requests --failed --limit 50')
    .action(async (_options, command: Command) => {
      const { json, id, client, failed, limit } = optionsOf(command, {
        id: z.string().optional(),
        client: z.string().optional(),
        failed: z.boolean().optional(),
        limit: z.coerce.number().int().min(1).max(100),
      });
      const query = {
        limit,
        ...(id !== undefined && { request_id: id }),
        ...(client !== undefined && { client_id: client }),
        ...(failed !== undefined && { failed }),
      };
      const { data } = await (await clientOf(shell)).listRequests({ query });
      const rows = data.map((each) => [
        each.created_at,
        each.id,
        `${each.status}`,
        each.code ?? '',
        `${each.duration_ms}`,
        `${each.method} ${each.path}`,
      ]);
      const head = ['time', 'id', 'status', 'code', 'ms', 'request'];
      print(shell, json, [data, () => table(shell, head, rows)]);
    });
