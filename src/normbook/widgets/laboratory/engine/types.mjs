// What the laboratory's parts say to each other. Types alone: there is no code here.
//
//   client.mjs   start(spec, { onFrame, onEnd }) returns a Session
//   worker.mjs   serve(port) trains behind a port, in a worker or, where that is refused, on the page
//   engine/      no DOM, no clock: what both the worker and the tests run

/**
 * A network and how it is trained. All that is not given is as in START (engine/spec.mjs); what is
 * unknown or out of its limits is refused there, by name.
 * @typedef {object} Spec
 * @property {"spirals" | "circles" | "xor" | "digits" | "tokens"} data  tokens: each row of a digit
 *   is a token, and each block has self-attention in front of its feed-forward network
 * @property {number} blocks  1 to 48
 * @property {number} width  features of the stream; a multiple of 4
 * @property {"none" | "batch" | "layer" | "rms" | "group" | "dyt"} norm
 * @property {"plain" | "pre" | "post" | "sandwich" | "olmo2" | "deepnorm" | "lns" | "keel"} placement
 *   as in normbook.nn.Residual; plain is G(N(x)): pre without its residual connection
 * @property {"relu" | "gelu" | "tanh"} activation
 * @property {number} epsilon  of every norm; DyT has none
 * @property {boolean} learn_gamma  false: γ stays 1, and β 0
 * @property {boolean} qk_norm  an RMSNorm of queries and keys; tokens alone
 * @property {number} rate
 * @property {number} warm_up  steps until the rate is whole; 0: none
 * @property {number} batch_size  2 to 256
 * @property {number} weight_scale  what the blocks' first weights are multiplied by; 1: Xavier's
 * @property {number} input_scale  what the first input feature is multiplied by; 1: like the others
 * @property {"adam" | "sgd"} optimizer  sgd: with momentum 0.9
 * @property {number} seed  a whole number from 0
 */

/**
 * What one block does, seen on the last training batch (at step 0 on the first one).
 * @typedef {object} BlockProbe
 * @property {number} gradient  the Euclidean norm of the gradient of all the block's parameters
 * @property {number} variance  of the stream that enters the block, over batch and features
 * @property {Uint32Array} histogram  of the same values: BINS counts from -RANGE to RANGE
 *   (engine/probe.mjs); what lies beyond is counted in the first and the last
 * @property {{ min: number, median: number, max: number } | null} gamma  of all the block's norms;
 *   null without a norm
 */

/**
 * How it goes. `block` counts from 1 and is where it is worst; 0 is what stands before the first
 * block, and blocks + 1 what stands behind the last.
 *   diverged   a number is not finite, or the loss is ten times that of a guess
 *   dead       a block's ReLUs are all 0 for all held-out examples, so that their sublayer gives the
 *              same for each, and its matrices have no gradient; many, but not all, are no hindrance
 *   saturated  of a block's tanh (of activations, or of DyT) the `share`, half or more, is within 0.01
 *              of its ends
 * The last two are told only while the held-out loss is above half that of a guess.
 * @typedef {object} State
 * @property {"learning" | "diverged" | "dead" | "saturated"} kind
 * @property {number} block  0 for "learning"
 * @property {number} share  a part of 1; 0 for "learning" and "diverged"
 */

/**
 * @typedef {object} Frame
 * @property {number} step  steps done
 * @property {boolean} running  whether more is under way: false on the last frame of what was asked
 *   for, and on that of a reset
 * @property {Float64Array} loss  of the training batches of the steps since the last frame; empty at
 *   step 0
 * @property {number} first_loss  of the first batch before any step
 * @property {number} accuracy  part of the held-out examples that are right, in evaluation mode, when
 *   last looked at: at rest now, while it runs with the last picture
 * @property {number} held_out_loss  of the same examples at the same time
 * @property {number} looked_at  the step at which that was; -1 before the first look, when both are NaN
 * @property {BlockProbe[]} blocks
 * @property {{ size: number, probabilities: Uint8Array } | null} plane  for data in the plane, when
 *   there is a new one: the probability of class 1, 0 to 255, on size × size points of the square from
 *   -1 to 1, the top row (y = 1) first; coarse while it runs, fine at rest
 * @property {Uint16Array | null} wrong  for digits, when looked at anew: which of the held-out images
 *   are taken for another digit
 * @property {State} state
 */

/**
 * Examples as they are drawn. For data in the plane `inputs` are x, y pairs within the square from -1
 * to 1; for digits 64 pixels an image, 0 to 16.
 * @typedef {object} Examples
 * @property {number} features
 * @property {number} classes
 * @property {Float64Array} inputs
 * @property {Uint8Array} labels
 */

/**
 * The content of data/digits.json: a digit a label, a letter a pixel, from a for 0 to q for 16.
 * @typedef {{ [part in "training" | "held_out"]: { labels: string, pixels: string } }} Digits
 */

/**
 * The held-out examples as the network takes them in evaluation mode, and with the statistics that
 * BatchNorm takes from a batch. Without BatchNorm both are the same.
 * @typedef {object} Evaluation
 * @property {number} step
 * @property {{ loss: number, accuracy: number }} evaluation
 * @property {{ loss: number, accuracy: number }} training
 */

/**
 * @typedef {object} End
 * @property {"diverged" | "failed"} why  "failed": an error, which `message` tells
 * @property {number} step  the step that was not done any more
 * @property {number} block  the first block with a number that is not finite, as in State
 * @property {"forward" | "backward"} pass  where it came up; backward counts from the last block on
 * @property {string} [message]
 */

/**
 * @typedef {object} Session
 * @property {() => void} run
 * @property {() => void} pause  heard after the current step, and after 12 ms of shorter ones
 * @property {(step: number) => void} goTo  up to that step, and no further: the network may be ahead
 *   of what the page knows of it
 * @property {(count: number) => void} step  so many more than it has made, or was asked for
 * @property {() => Promise<Evaluation>} evaluate
 * @property {(seed?: number) => void} reset  to step 0, with the same seed or another
 * @property {() => void} close
 */

/**
 * What the page hears. The first frame, of step 0, comes by itself. The next comes only when onFrame
 * has returned, or what it returned has settled: its arrays are the page's until then, and are handed
 * back after it; copy what is to stay.
 * @typedef {object} Listener
 * @property {(frame: Frame) => void | Promise<void>} onFrame
 * @property {(end: End) => void} onEnd
 * @property {Digits} [digits]  for the data "digits" and "tokens"
 * @property {ReturnType<typeof import("../press.mjs").watchPress>} [press]  while it is pressed, two
 *   thirds of a core are left to the hand
 */

export {};
