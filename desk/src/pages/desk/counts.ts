/** What waits for a person, for the menu of every page: its script asks now and then. */
import { jobs, webhooks, withActions } from '@svc/contracts';
import { download } from '../../route/route.ts';
import { dataOf, partOf } from '../../view/part.ts';

/** A count whose service does not answer is left out. */
export const countsRoute = download({
  path: '/desk/counts',
  access: 'ops:dispatch',
  asks: {
    jobs: withActions(jobs, 'countUnassigned'),
    webhooks: withActions(webhooks, 'listOpsEventKinds'),
  },
  load: async ({ clients }) => {
    const [jobs, alarms] = await Promise.all([
      partOf(clients.jobs.countUnassigned({})).then(dataOf),
      partOf(clients.webhooks.listOpsEventKinds({})).then(dataOf),
    ]);
    const text = JSON.stringify({
      unassigned: jobs?.count,
      alarms: alarms?.data.reduce((sum, { count }) => sum + count, 0),
    });
    return { fileName: 'counts.json', mediaType: 'application/json', text };
  },
});
