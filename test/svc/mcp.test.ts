import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { publishedSandboxKey } from '@svc/contracts';
import { createClient } from '@svc/sdk';
import { toolsIn } from '@svc/svc/mcp-tools';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import live from '../../docs/openapi/openapi-live.json' with { type: 'json' };
import type { Stage } from '../journeys/environment.ts';
import { shared } from '../journeys/worker-stages.ts';

const main = new URL('../../packages/svc/src/main.ts', import.meta.url).pathname;
const textOf = (result: unknown) =>
  z.object({ content: z.array(z.object({ text: z.string() })) }).parse(result).content[0]?.text;

describe('svc mcp', () => {
  let stage: Stage;
  shared.beforeAll(({ sandbox }) => {
    stage = sandbox;
  });

  const environment = () => ({
    SVC_BASE_URL: stage.baseUrl,
    SVC_API_KEY: publishedSandboxKey,
    SVC_SESSION: 'mcp',
  });
  const connected = async (...flags: string[]) => {
    const client = new Client({ name: 'test', version: '1' });
    const args = [main, 'mcp', ...flags];
    const env = environment();
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    return client;
  };

  it('offers reads alone unless it is told, and answers what the API answers', async () => {
    const client = await connected();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      ...['getCertificate', 'getEvent', 'getHealth', 'getJob', 'getLabels', 'getSandboxWebhook'],
      ...['getSandboxWebhookHealth', 'getTemperature', 'getUsage', 'getWaybill', 'listEvents'],
      ...['listJobs', 'listQuotes', 'listRequests', 'listSandboxDeliveries', 'listSandboxWebhooks'],
      'trackJob',
    ]);
    for (const { annotations, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true });
      expect(description).not.toBe('');
    }
    const jobs = await client.callTool({ name: 'listJobs', arguments: { limit: 1 } });
    expect(JSON.parse(textOf(jobs) ?? '')).toMatchObject({ object: 'list', has_more: true });
    const booking = await client.callTool({ name: 'bookJob', arguments: {} });
    expect([booking.isError, textOf(booking)]).toEqual([true, 'There is no tool bookJob.']);
    await client.close();
  });

  it('books once per key where changes are allowed, and names the fault of a refusal', async () => {
    const client = await connected('--allow-changes');
    const body = { sku: 'LAB-STD', pickup_site_id: 'cli-0', dropoff_site_id: 'lab-0' };
    const book = async () =>
      textOf(
        await client.callTool({ name: 'bookJob', arguments: { body, idempotency_key: 'one' } }),
      );
    const first = await book();
    expect(JSON.parse(first ?? '')).toMatchObject({ object: 'job', status: 'booked' });
    expect(await book()).toBe(first);
    const wrong = { name: 'bookJob', arguments: { body: { ...body, sku: 'NONE' } } };
    const refused = await client.callTool(wrong);
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(/"code":"unknown_sku".*"request_id":"req_/);
    await client.close();
  });

  it('answers all it was asked before its input ended', async () => {
    const ask = (id: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const call = { name: 'listJobs', arguments: { limit: 1 } };
    const child = spawn(process.execPath, [main, 'mcp'], {
      env: environment(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(
      ask(1, 'initialize', hello) + ask(2, 'tools/call', call) + ask(3, 'tools/call', call),
    );
    const lines = (await text(child.stdout)).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id).toSorted()).toEqual([1, 2, 3]);
  });
});

it('the document of live gives tools whose schemas stand alone', () => {
  const reads = toolsIn(live, { allowChanges: false }).map(({ tool }) => tool);
  const all = toolsIn(live, { allowChanges: true }).map(({ tool }) => tool);
  expect(reads.every(({ name }) => /^(get|list|suggest|track)/.test(name))).toBe(true);
  expect(all.length).toBeGreaterThan(reads.length);
  const methods = createClient({ baseUrl: 'http://127.0.0.1', apiKey: 'none' });
  const named = (name: string) => [name, `${name}_2`].some((each) => each in methods);
  expect(all.filter(({ name }) => !named(name))).toEqual([]);
  expect(JSON.stringify(all)).not.toContain('$ref');
});
