import { createResolve } from '../addresses.ts';
import { worker } from '../define.ts';
import { type DelivererParts, startDeliverer } from '../deliverer.ts';
import { createDialer } from '../dial.ts';
import { createPost } from '../post.ts';

/** `parts` are what a test brings along. */
export const deliverWith = (parts: Partial<DelivererParts>) =>
  worker('deliver', (context) => {
    const { config } = context;
    const deadlineMs = config.SVC_WEBHOOK_DEADLINE_MS;
    const dialer = createDialer({
      resolve: createResolve(config.SVC_WEBHOOK_DNS_SERVERS, deadlineMs),
      allowLoopback: config.SVC_WEBHOOK_ALLOW_LOOPBACK,
      timeoutMs: deadlineMs,
    });
    return startDeliverer(context, {
      post: createPost(dialer, deadlineMs),
      random: Math.random,
      close: () => dialer.destroy(),
      ...parts,
    });
  });

export const deliver = deliverWith({});
