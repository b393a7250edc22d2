/** The entrance of the documentation: a door for each reader, and what all of them need to know. */
import type { Documented } from '../docs/openapi.ts';
import { overview } from '../docs/overview.ts';
import { jobStatesText } from './job-states.ts';

const installation = {
  true: '[Install](/docs/operations/install), [configure](/docs/operations/configure), [Kubernetes](/docs/operations/kubernetes), [backup and restore](/docs/operations/backup-and-restore), [all pages](/docs/operations/README).',
  false: 'The pages for operators are files of the repository (`docs/operations`).',
};

/** Markdown. The first list is shown as cards. */
export const homePage = ({ config, routes }: Documented): string => `\
- **[Integrate](/docs/start)** Price, book, follow and prove deliveries from your own system: the first booking in five languages. [Webhooks](/docs/guides/webhooks), [sandbox](/docs/guides/sandbox), [orders and routes](/docs/guides/partner), [files of wholesalers](/docs/guides/wholesale), [telemetry](/docs/guides/telemetry).
- **[Dispatch](/docs/guides/control-desk)** Assign, watch and help at the control desk; collect and hand over with the phone. [Courier's app](/docs/guides/courier-app), [alarms](/docs/guides/desk), [labels](/docs/guides/labels).
- **[Operate](/docs/architecture/README)** How the platform is built and run. ${installation[`${config.SVC_OPERATIONS_DOCS}`]}

## The life of a job

![States of a job, and what leads from one to another](/docs/job-states.svg)

The desk assigns; the courier reports the rest from the phone, or the desk in their place. What the words mean: [concepts](/docs/guides/concepts).

${jobStatesText.map((each) => `- ${each}`).join('\n')}

## Look up

- Reference: ${[...new Set(routes.map(({ tag }) => tag))].map((tag) => `[${tag}](/docs/reference/${tag.toLowerCase().replaceAll(' ', '-')})`).join(', ')}; every [resource](/docs/reference/resources).
- [Events](/docs/events), [error codes](/docs/errors), [status and limits](/docs/limits), [price book](/docs/price-book), [versions](/docs/guides/versioning), [changelog](/docs/changelog), [what is proved](/docs/guides/proof).
- Clients: [TypeScript](/docs/clients/sdk), [Python](/docs/clients/python), [Go](/docs/clients/go), [command line](/docs/clients/cli).
- For programs: [OpenAPI 3.1](/openapi.json), which Postman, Bruno and Insomnia import, [journeys in Arazzo](/docs/journeys.yaml), [llms.txt](/llms.txt); every page is Markdown at its address with \`.md\` at the end.

${overview(config)}`;
