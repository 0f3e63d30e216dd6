/** Sounds of a table, made here: quiet, and none before the reader has touched the page, as browsers want it. */

/** What is heard later than this after it happened is heard no more. */
const LATE_MS = 300;
let audio: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Make a sound now, where this machine has any and the browser lets us. */
function sound(work: (audio: AudioContext, now: number) => void): void {
  try {
    const context = (audio ??= new AudioContext());
    const asked = performance.now();
    void context.resume().then(() => {
      if (performance.now() - asked < LATE_MS) work(context, context.currentTime);
    });
  } catch {
    // A machine without sound says it otherwise.
  }
}

/** A soft note: how high in hertz, from when on and for how long in seconds, how loud from 0 to 1. */
function note(audio: AudioContext, frequency: number, at: number, seconds: number, loud: number): void {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = "sine";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + seconds);
}

/** A touch of something on the table: noise around a pitch in hertz. */
function touch(audio: AudioContext, pitch: number, at: number, seconds: number, loud: number): void {
  noise ??= hiss(audio);
  const [source, band, volume] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = noise;
  band.type = "bandpass";
  band.frequency.value = pitch;
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(band).connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}

function hiss(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  buffer.getChannelData(0).forEach((_, index, samples) => (samples[index] = Math.random() * 2 - 1));
  return buffer;
}

/** It is the reader's turn somewhere: two notes. */
export function chime(): void {
  sound((audio, now) => {
    note(audio, 659.26, now, 0.32, 0.16);
    note(audio, 880, now + 0.16, 0.32, 0.16);
  });
}

/** Cards and other pieces are laid. */
export function slide(): void {
  sound((audio, now) => touch(audio, 2200, now, 0.09, 0.06));
}

/** Dice roll out. */
export function rattle(): void {
  sound((audio, now) => [0, 0.07, 0.12, 0.2].forEach((at) => touch(audio, 1100 - at * 1500, now + at, 0.05, 0.09)));
}

/** Points land. */
export function ring(): void {
  sound((audio, now) => {
    note(audio, 1046.5, now + 0.25, 0.25, 0.04);
    note(audio, 1568, now + 0.32, 0.3, 0.03);
  });
}

/** Somebody says something. */
export function knock(): void {
  sound((audio, now) => note(audio, 392, now, 0.18, 0.06));
}
