import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @type {string[]} */
let tones = [];
const level = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };

globalThis.AudioContext = class {
  currentTime = 0;
  createOscillator() {
    const frequency = { ...level, setValueAtTime: (pitch) => tones.push(pitch) };
    return { frequency, connect: (next) => next, start() {}, stop() {} };
  }
  createGain() {
    return { gain: level, connect: () => {} };
  }
};
const events = new EventTarget();
globalThis.addEventListener = events.addEventListener.bind(events);
globalThis.document = { hidden: false };
const sounds = await import("../../src/parlour/web/board/sounds.js");

beforeEach(() => {
  tones = [];
});

test("nothing is heard before the first gesture", () => {
  sounds.awaitGesture();
  sounds.play("move");
  assert.equal(tones.length, 0);
  events.dispatchEvent(new Event("keydown"));
  sounds.play("move");
  assert.equal(tones.length, 1);
});

test("what happens to pieces differs by ear", () => {
  const heard = ["moved", "placed", "hit", "healed", "captured"].map((kind) => {
    tones = [];
    sounds.playCause(kind);
    return tones.join();
  });
  assert.equal(new Set(heard).size, heard.length);
});

test("sounds can be switched off and on again", () => {
  sounds.switchSounds(false);
  sounds.play("turn");
  assert.equal(tones.length, 0);
  sounds.switchSounds(true);
  sounds.play("turn");
  assert.ok(tones.length > 0);
});

test("a page that nobody sees is silent", () => {
  document.hidden = true;
  sounds.play("end");
  assert.equal(tones.length, 0);
  document.hidden = false;
});
