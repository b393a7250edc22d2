import { randomUUID } from 'node:crypto';
import { optionsOf, print, type Shell } from '@svc/text/shell';
import { Command } from 'commander';
import { z } from 'zod';
import { clientFor, type StoredSession, storedSession, storeSession } from './session.ts';

export const login = (shell: Shell): Command =>
  new Command('login')
    .description('store credentials, after they were tried')
    .requiredOption('--base-url <url>', 'address of the API with its version')
    .option('--client-id <id>', 'OAuth client of live; its secret comes from SVC_CLIENT_SECRET')
    .option('--api-key <key>', 'API key: the published one of the sandbox, or one for reads')
    .option('--session <name>', 'sandbox: callers that name the same session share their data')
    .addHelpText(
      'after',
      `
Examples:
  SVC_CLIENT_SECRET=… svc login --base-url https://api.courier.example/v1 --client-id cli_…
  svc login --base-url https://sandbox.courier.example/api/v1 --api-key svc_test_…`,
    )
    .action(async (_options, command: Command) => {
      const text = z.string().optional();
      const shape = { baseUrl: z.url(), clientId: text, apiKey: text, session: text };
      const given = optionsOf(command, shape);
      const session = sessionOf(given, shell);
      if (!session) {
        return command.error('error: --client-id with SVC_CLIENT_SECRET, or --api-key is needed');
      }
      const client = clientFor(session);
      // Health asks for a token first; of a key only an endpoint that needs one tells.
      const health = await client.getHealth();
      if ('apiKey' in session) await client.listQuotes();
      const path = await storeSession(shell, session);
      const { environment } = health;
      const answer = { environment, base_url: session.baseUrl, stored_in: path };
      print(shell, given.json, [answer, () => `Logged in to ${environment}; stored in ${path}`]);
    });

interface Given {
  baseUrl: string;
  clientId?: string | undefined;
  apiKey?: string | undefined;
  session?: string | undefined;
}

function sessionOf(given: Given, { env }: Shell): StoredSession | undefined {
  const { baseUrl, clientId, apiKey, session = randomUUID() } = given;
  const clientSecret = env.SVC_CLIENT_SECRET;
  return storedSession.safeParse({ baseUrl, clientId, clientSecret, apiKey, session }).data;
}
