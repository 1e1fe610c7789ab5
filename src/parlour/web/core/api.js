/** Requests to the hall. A refusal is an `ApiError` whose message is a sentence for people. */

/** The hall has refused a request, or cannot be reached (status 0). */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {string} [code] an identifier of the reason, such as `hall.no_match`
   * @param {any} [data] the whole answer
   */
  constructor(status, message, code = "", data = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

let token = "";

/**
 * Identify with this token from now on, where the browser keeps no cookies.
 * @param {string} secret
 */
export function useToken(secret) {
  token = secret;
}

/**
 * @typedef {object} Options
 * @property {string} [method]
 * @property {unknown} [body] sent as JSON; a string is sent as it is
 * @property {string[]} [codes] the secrets of one's own seats
 * @property {AbortSignal} [signal]
 */

/**
 * The JSON that a route answers; null where the answer is empty.
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function fetchJson(path, options = {}) {
  const answer = await request(path, options);
  const text = await answer.text();
  return text ? JSON.parse(text) : null;
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {Options} [options]
 */
export function post(path, body = {}, options = {}) {
  return fetchJson(path, { ...options, method: "POST", body });
}

/**
 * The answer of a route, if it is not a refusal.
 * @param {string} path
 * @param {Options} [options]
 */
export async function request(path, { method = "GET", body, codes = [], signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (codes.length) headers["Parlour-Code"] = codes.join(" ");
  if (body !== undefined && typeof body !== "string") headers["Content-Type"] = "application/json";
  /** @type {RequestInit} */
  const init = { method, headers };
  if (signal) init.signal = signal;
  if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
  let answer;
  try {
    answer = await fetch(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, "", "page.unreachable");
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

/** @param {Response} answer */
async function refusal(answer) {
  const problem = await answer.json().catch(() => ({}));
  return new ApiError(answer.status, problem.detail ?? "", problem.code ?? "", problem);
}
