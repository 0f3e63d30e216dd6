import { afterEach, describe, expect, test, vi } from "vitest";

/** A context that notes when what sounds begins, in seconds, and how loud it becomes. */
function context(resumes: () => Promise<void>) {
  const begun: number[] = [];
  const loud: number[] = [];
  const node = () => ({ connect: (next: unknown) => next });
  return {
    begun,
    loud,
    sampleRate: 8,
    currentTime: 5,
    destination: {},
    resume: resumes,
    createOscillator: () => ({
      ...node(),
      frequency: {},
      start: (at: number) => begun.push(at),
      stop: () => undefined,
    }),
    createBufferSource: () => ({ ...node(), start: (at: number) => begun.push(at), stop: () => undefined }),
    createBiquadFilter: () => ({ ...node(), frequency: {} }),
    createBuffer: () => ({ getChannelData: () => new Float32Array(2) }),
    createGain: () => ({
      ...node(),
      gain: {
        setValueAtTime: (value: number) => loud.push(value),
        linearRampToValueAtTime: (value: number) => loud.push(value),
        exponentialRampToValueAtTime: () => undefined,
      },
    }),
  };
}

const sounds = async () => {
  vi.resetModules();
  return await import("../src/lib/sounds.js");
};

afterEach(() => void vi.unstubAllGlobals());

describe("sounds", () => {
  test("are made at once, and all but the call are quiet", async () => {
    const made = context(() => Promise.resolve());
    vi.stubGlobal("AudioContext", function () {
      return made;
    });
    const { chime, ...others } = await sounds();
    for (const [name, sound] of Object.entries(others)) {
      made.begun.length = 0;
      sound();
      await vi.waitFor(() => expect(made.begun, name).not.toEqual([]));
      expect(Math.min(...made.begun)).toBeLessThan(5.5);
    }
    expect(Math.max(...made.loud)).toBeLessThan(0.1);
    chime();
    await vi.waitFor(() => expect(Math.max(...made.loud)).toBe(0.16));
  });

  test("are none where the browser lets nothing be heard until much later", async () => {
    let touched = () => {};
    const made = context(() => new Promise((done) => (touched = done)));
    vi.stubGlobal("AudioContext", function () {
      return made;
    });
    let now = 0;
    vi.stubGlobal("performance", { now: () => now });
    const { chime } = await sounds();
    chime();
    now = 60_000;
    touched();
    await Promise.resolve();
    expect(made.begun).toEqual([]);
  });

  test("are none where the machine has no sound", async () => {
    vi.stubGlobal("AudioContext", function () {
      throw new Error("no device");
    });
    const { chime } = await sounds();
    expect(chime).not.toThrow();
  });
});
