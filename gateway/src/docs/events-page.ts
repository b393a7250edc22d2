import { publicEvents } from '@svc/contracts';
import { exampleOf } from './events.ts';
import { fieldTree } from './fields.ts';
import { jsonSchemaOf } from './schemas.ts';
import { block } from './shapes.ts';

/** The event catalogue, one section per type. Markdown. */
export function eventsPage(): string {
  const links = publicEvents.map(({ type }) => `- [\`${type}\`](#${type})`);
  return `What webhook endpoints receive and \`GET /events\` lists. Every event has \`id\`, \`type\`, \`created_at\`, \`tenant_id\`, \`job_id\`, \`sequence\` and \`data\`; a delivery that comes twice has the same \`id\`. How to receive and verify them: [webhooks](webhooks.md).

${links.join('\n')}

${publicEvents.map(section).join('\n\n')}`;
}

const section = (event: (typeof publicEvents)[number]): string =>
  [
    `## \`${event.type}\` {#${event.type}}`,
    event.description,
    '### Data',
    fieldTree(jsonSchemaOf(event.data, 'output')),
    block('Event', exampleOf(event)),
  ].join('\n\n');
