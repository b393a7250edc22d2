/** `call` as the image's command: any environment, over NATS. */
import { runCall } from './call-command.ts';
import { callOverNats } from './operator-link.ts';

await runCall(
  {
    name: 'call',
    typed: 'call',
    reaches: `The environment of SVC_NATS_URL is reached, with the operator's SVC_NATS_CALLS_SEED and SVC_NATS_CA.`,
    options: {},
    send: callOverNats,
  },
  process.argv.slice(3),
);
