// A tone and a notification for new alarms, where the person wants them in this browser.
const key = 'alarm-sound';
const toneSeconds = 0.4;

let audio: AudioContext | undefined;

export const isSoundOn = (): boolean => localStorage.getItem(key) === 'on';

/** Browsers play nothing before the first key or click of a page: it waits for that. */
function playTone(): void {
  audio ??= new AudioContext();
  const { currentTime: now, destination } = audio;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.setValueAtTime(880, now);
  tone.frequency.setValueAtTime(660, now + toneSeconds / 2);
  volume.gain.setValueAtTime(0.2, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + toneSeconds);
  tone.connect(volume).connect(destination);
  tone.start();
  tone.stop(now + toneSeconds);
  document.documentElement.dataset.tone = String(now);
}

/** `open` shows what it is about, when the person chooses the notification. */
export function ring(text: string, open: () => void): void {
  if (!isSoundOn()) return;
  playTone();
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const shown = new Notification('Alarm', { body: text, tag: key });
  shown.addEventListener('click', () => {
    focus();
    open();
    shown.close();
  });
}

/** Asks for the permission to notify only when the person turns the sound on. */
export function followButton(button: HTMLButtonElement): void {
  const show = () => {
    const isOn = isSoundOn();
    button.setAttribute('aria-pressed', String(isOn));
    const label = button.querySelector('span');
    if (label) label.textContent = isOn ? 'Sound on' : 'Sound off';
  };
  button.addEventListener('click', () => {
    localStorage.setItem(key, isSoundOn() ? 'off' : 'on');
    show();
    if (!isSoundOn()) return;
    playTone();
    if ('Notification' in globalThis && Notification.permission === 'default') {
      void Notification.requestPermission();
    }
  });
  for (const type of ['pointerdown', 'keydown']) {
    addEventListener(type, () => void audio?.resume());
  }
  button.hidden = false;
  show();
}
