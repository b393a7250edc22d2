/** Bounds and ready texts of messages between desk and courier. Browsers load it as it stands. */

export const messageTextMax = 500;
/** Messages of a job, of both sides together. */
export const messagesMax = 200;

export const readyMessages = {
  desk: [
    'Call the desk',
    'Customer asks for an ETA',
    'Wait for instructions',
    'Go on to the next stop',
  ],
  courier: ['On my way', 'Arrived, nobody here', 'Running late', 'Understood'],
} as const;
