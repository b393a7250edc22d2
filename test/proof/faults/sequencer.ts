/** The log as a process of its own, for tests that end it: its bus is in Postgres, its timers are off. */
import { startHost } from '@svc/kit/host';
import { logService } from '@svc/log/service';

await startHost({ name: 'log', services: [logService], timers: false });
process.stdout.write('sequencer ready\n');
