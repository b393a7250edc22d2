// A page that scans, and lists what it read.
import { openScanner } from '@svc/web/scan/scanner';

const list = document.querySelector('ul');
const outcome = document.querySelector('output');
const write = (text) => {
  const item = document.createElement('li');
  item.textContent = text;
  list.append(item);
};
openScanner({
  video: document.querySelector('video'),
  onCode: ({ code: { kind, value } }) => write(`${kind} ${value}`),
}).then(
  () => {
    outcome.textContent = 'open';
  },
  ({ reason, message }) => {
    outcome.textContent = reason ?? message;
  },
);
