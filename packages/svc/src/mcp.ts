/** `svc mcp`: the API as tools of the Model Context Protocol. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type CourierClient, ProblemError } from '@svc/sdk';
import { optionsOf, type Shell } from '@svc/text/shell';
import { Command } from 'commander';
import { z } from 'zod';
import { type ApiTool, toolsIn } from './mcp-tools.ts';
import { clientFor, readSession, type StoredSession } from './session.ts';

export const mcp = (shell: Shell): Command =>
  new Command('mcp')
    .description('serve the API as tools over standard input and output (Model Context Protocol)')
    .option('--allow-changes', 'offer changes as well; without it nothing can be booked or changed')
    .addHelpText('after', '\nExample:\n  svc mcp')
    .action(async (_options, command: Command) => {
      const { allowChanges } = optionsOf(command, { allowChanges: z.boolean().default(false) });
      const session = await readSession(shell);
      const documents = await Promise.all(documentPaths.map((path) => fetched(path, session)));
      const tools = documents.flat().flatMap((document) => toolsIn(document, { allowChanges }));
      const open = new Set<Promise<unknown>>();
      const server = mcpServer(clientFor(session), tools, open);
      const ended = new Promise<void>((resolve) => {
        server.onclose = resolve;
        shell.signal.addEventListener('abort', () => void server.close(), { once: true });
      });
      await server.connect(new StdioServerTransport());
      process.stdin.once('end', async () => {
        await Promise.allSettled(open);
        // The answers are written in this turn of the event loop.
        setImmediate(() => void server.close());
      });
      await ended;
    });

/** Those of customers, and those of the carrier, which the sandbox does not have. */
const documentPaths = ['/openapi.json', '/openapi-operations.json'];

async function fetched(path: string, { baseUrl }: StoredSession): Promise<unknown[]> {
  const answer = await fetch(new URL(path, baseUrl), { redirect: 'error' });
  return answer.status === 404 ? [] : [await answer.json()];
}

/** Calls of tools that are under way stand in `open`. */
function mcpServer(
  client: CourierClient,
  tools: readonly ApiTool[],
  open: Set<Promise<unknown>>,
): Server {
  const server = new Server({ name: 'svc', version: '0.1.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ tool }) => tool),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const found = tools.find(({ tool }) => tool.name === name);
    if (!found) return failure(`There is no tool ${name}.`);
    const result = resultOf(found, client, given);
    open.add(result);
    return result.finally(() => open.delete(result));
  });
  return server;
}

async function resultOf(
  { call }: ApiTool,
  client: CourierClient,
  given: Record<string, unknown>,
): Promise<CallToolResult> {
  try {
    const value = await call(client, given);
    return { content: [{ type: 'text', text: JSON.stringify(value) }] };
  } catch (error) {
    if (!(error instanceof ProblemError)) return failure(String(error));
    const { code, message, requestId, items } = error;
    return failure(JSON.stringify({ code, detail: message, request_id: requestId, errors: items }));
  }
}

const failure = (text: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text }],
});
