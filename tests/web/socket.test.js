import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { HallSocket } from "../../src/parlour/web/core/socket.js";

/** A WebSocket that the test drives. */
class FakeSocket {
  /** @type {FakeSocket[]} */
  static all = [];

  constructor() {
    this.readyState = 1;
    /** @type {string[]} */
    this.sent = [];
    FakeSocket.all.push(this);
  }

  send(text) {
    this.sent.push(text);
  }

  close() {
    this.readyState = 3;
  }

  say(t, d = {}) {
    this.onmessage({ data: JSON.stringify({ t, d }) });
  }

  static get last() {
    return FakeSocket.all[FakeSocket.all.length - 1];
  }
}

function connected() {
  FakeSocket.all = [];
  const hall = new HallSocket("ws://hall/socket", () => new FakeSocket());
  hall.connect();
  FakeSocket.last.say("hello", { name: "Ann", at: 1 });
  return hall;
}

test("what is sent before the hall has said hello is lost, and it says so", () => {
  FakeSocket.all = [];
  const hall = new HallSocket("ws://hall/socket", () => new FakeSocket());
  hall.connect();
  assert.equal(hall.send("ping"), false);
  FakeSocket.last.say("hello");
  assert.equal(hall.send("do", { command: "c1" }, 3), true);
  assert.deepEqual(FakeSocket.last.sent, ['{"t":"do","v":3,"d":{"command":"c1"}}']);
  hall.close();
});

test("a lost connection comes back, and its listeners are told to enter again", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const hall = connected();
  const ready = mock.fn();
  hall.addEventListener("ready", ready);
  FakeSocket.last.onclose({ code: 1006 });
  assert.equal(hall.state, "waiting");
  context.mock.timers.tick(500);
  FakeSocket.last.say("hello");
  assert.equal(FakeSocket.all.length, 2);
  assert.equal(ready.mock.callCount(), 1);
  hall.close();
});

test("a hall that restarts names the time after which to come back", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const hall = connected();
  FakeSocket.last.say("bye", { retry: 5 });
  FakeSocket.last.onclose({ code: 1012 });
  context.mock.timers.tick(3_900);
  assert.equal(FakeSocket.all.length, 1);
  context.mock.timers.tick(2_200);
  assert.equal(FakeSocket.all.length, 2);
  hall.close();
});

test("a connection that is silent is given up", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const hall = connected();
  const first = FakeSocket.last;
  context.mock.timers.tick(20_000);
  assert.deepEqual(first.sent, ['{"t":"ping"}']);
  for (let i = 0; i < 8; i++) context.mock.timers.tick(5_000);
  assert.ok(FakeSocket.all.length > 1);
  assert.equal(first.readyState, 3);
  hall.close();
});
