/** Short sounds, each made of a few waves, so that no file is loaded. A key turns them off; browsers forbid them until the page is touched. */
import { wasTouched } from "./first_touch";
import { afterPicture } from "./measure";
import { preferences, type SoundKind } from "./preferences.svelte";
import { keep, recall } from "./storage";

type Note = { at: number; hertz: number; slide?: number; length: number; loud: number; wave: OscillatorType };

const SOUNDS = {
  /** A piece is set down: wood on stone. */
  place: [
    { at: 0, hertz: 190, slide: 90, length: 0.09, loud: 0.5, wave: "triangle" },
    { at: 0.012, hertz: 820, slide: 300, length: 0.035, loud: 0.16, wave: "square" },
  ],
  /** A piece is taken up. */
  take: [{ at: 0, hertz: 420, slide: 640, length: 0.06, loud: 0.16, wave: "sine" }],
  /** It is your turn. */
  turn: [
    { at: 0, hertz: 523, length: 0.16, loud: 0.16, wave: "sine" },
    { at: 0.13, hertz: 784, length: 0.26, loud: 0.16, wave: "sine" },
  ],
  /** A move was refused. */
  no: [{ at: 0, hertz: 150, slide: 110, length: 0.16, loud: 0.22, wave: "triangle" }],
  /** Somebody says something. */
  say: [{ at: 0, hertz: 988, length: 0.07, loud: 0.1, wave: "sine" }],
  /** The game is over. */
  end: [
    { at: 0, hertz: 392, length: 0.3, loud: 0.16, wave: "sine" },
    { at: 0.16, hertz: 523, length: 0.3, loud: 0.16, wave: "sine" },
    { at: 0.32, hertz: 659, length: 0.3, loud: 0.16, wave: "sine" },
    { at: 0.48, hertz: 784, length: 0.7, loud: 0.18, wave: "sine" },
  ],
} satisfies Record<string, Note[]>;

const KINDS: Record<keyof typeof SOUNDS, SoundKind> = {
  place: "pieces",
  take: "pieces",
  no: "pieces",
  turn: "turn",
  say: "talk",
  end: "end",
};

let context: AudioContext | null = null;

/** Play a sound after the next frame: making the waves takes time that the frame needs. */
export function play(name: keyof typeof SOUNDS): void {
  if (wasTouched() && recall("sounds", true) && preferences.sounds[KINDS[name]]) afterPicture(() => makeWaves(name));
}

function makeWaves(name: keyof typeof SOUNDS): void {
  context ??= new AudioContext();
  const begin = context.currentTime + 0.01;
  for (const { at, hertz, slide, length, loud, wave } of SOUNDS[name] as Note[]) {
    const [voice, volume] = [context.createOscillator(), context.createGain()];
    voice.type = wave;
    voice.frequency.setValueAtTime(hertz, begin + at);
    if (slide) voice.frequency.exponentialRampToValueAtTime(slide, begin + at + length);
    volume.gain.setValueAtTime(0, begin + at);
    volume.gain.linearRampToValueAtTime(loud, begin + at + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + at + length);
    voice.connect(volume).connect(context.destination);
    voice.start(begin + at);
    voice.stop(begin + at + length + 0.02);
  }
}

export const sounds = {
  get on(): boolean {
    return recall("sounds", true);
  },
  turn(): boolean {
    keep("sounds", !this.on);
    return this.on;
  },
};
