/**
 * US dollars per million tokens: input, output, and where they differ reading from and writing to the prompt cache.
 * After `>` the prices of prompts longer than that many tokens. A line goes on until the next maker.
 *
 * Source: OpenRouter's list, and the makers' prices of models that it lacks, as the npm package @pydantic/genai-prices
 * 0.1.8 of 2026-09-23 has them (MIT). Later prices: the option `aiPrices`.
 */
export const PRICE_TABLE = `
amazon: nova-2-lite-v1 0.3 2.5; nova-lite-v1 0.06 0.24; nova-micro-v1 0.035 0.14; nova-premier-v1 2.5 12.5 0.625; nova-pro-v1 0.8 3.2
anthropic: claude-2 8 24; claude-3-haiku 0.25 1.25 0.03 0.3; claude-3-opus 15 75; claude-3-sonnet 3 15 0.3 3.75;
   claude-3.5-haiku 0.8 4 0.08 1; claude-3.5-sonnet 3 15 0.3 3.75; claude-3.7-sonnet 3 15 0.3 3.75; claude-fable-5 10 50 1 12.5;
   claude-fable-5.1 10 50 0.25 12.5; claude-haiku-4.5 1 5 0.1 1.25; claude-opus-4 15 75 1.5 18.75; claude-opus-4.1 15 75 1.5 18.75;
   claude-opus-4.5 5 25 0.5 6.25; claude-opus-4.6 5 25 0.5 6.25; claude-opus-4.6-fast 30 150 3 37.5; claude-opus-4.7 5 25 0.5 6.25;
   claude-opus-4.7-fast 30 150 3 37.5; claude-opus-4.8 5 25 0.5 6.25; claude-opus-4.8-fast 10 50 1 12.5; claude-opus-5 5 25 0.5 6.25;
   claude-opus-5-fast 10 50 1 12.5; claude-opus-5.5 4 20 0.2 5; claude-sonnet-4 3 15 0.3 3.75;
   claude-sonnet-4.5 3 15 0.3 3.75 >200000 6 22.5 0.6 7.5; claude-sonnet-4.6 3 15 0.3 3.75; claude-sonnet-5 2 10 0.2 2.5
cohere: command 1 2; command-a 2.5 10; command-r 0.5 1.5; command-r-08-2024 0.15 0.6; command-r-plus 3 15; command-r-plus-08-2024 2.5 10;
   command-r7b-12-2024 0.0375 0.15
deepseek: deepseek-chat 0.38 0.89; deepseek-chat-v3-0324 0.3 0.88; deepseek-chat-v3.1 0.21 0.79 0.13; deepseek-r1 0.45 2.15;
   deepseek-r1-0528 0.5 2.15; deepseek-r1-distill-llama-70b 0.1 0.4; deepseek-r1-distill-llama-8b 0.04 0.04;
   deepseek-r1-distill-qwen-1.5b 0.18 0.18; deepseek-r1-distill-qwen-14b 0.15 0.15; deepseek-r1-distill-qwen-32b 0.12 0.18;
   deepseek-reasoner 0.55 2.19 0.14; deepseek-v3.1-terminus 0.23 0.9; deepseek-v3.2 0.2288 0.3432; deepseek-v3.2-exp 0.27 0.41;
   deepseek-v4-flash 0.0983 0.1966 0.0197; deepseek-v4-pro 0.435 0.87 0.003625
google: gemini-1.5-flash 0.075 0.3 0.01875 >128000 0.15 0.6 0.0375; gemini-1.5-pro 1.25 5 >128000 2.5 10; gemini-2.0-flash 0.1 0.4 0.025;
   gemini-2.0-flash-001 0.1 0.4; gemini-2.0-flash-lite 0.075 0.3; gemini-2.0-flash-lite-001 0.075 0.3;
   gemini-2.5-flash 0.3 2.5 0.075 0.3833; gemini-2.5-flash-image 0.3 2.5 0.03 0.0833333; gemini-2.5-flash-lite 0.1 0.4 0.01 0.0833333;
   gemini-2.5-flash-lite-preview-09-2025 0.1 0.4; gemini-2.5-flash-preview 0.15 0.6; gemini-2.5-flash-preview-09-2025 0.3 2.5 0.075 0.383;
   gemini-2.5-flash-preview:thinking 0.15 3.5; gemini-2.5-pro 1.25 10 0.31 1.625; gemini-2.5-pro-preview-03-25 1.25 10;
   gemini-3-flash-preview 0.5 3 0.05 0.0833333; gemini-3-pro-image-preview 2 12 0.2 0.375; gemini-3-pro-preview 2 12 0.2 >200000 4 18 0.4;
   gemini-3.1-flash-image-preview 0.5 3; gemini-3.1-flash-lite 0.25 1.5 0.025 0.0833333; gemini-3.1-pro-preview 2 12 0.2 0.375;
   gemini-3.5-flash 1.5 9 0.15 0.0833333; gemini-3.5-flash-lite 0.3 2.5 0.03; gemini-3.6-flash 1.5 7.5 0.15;
   gemini-3.7-flash 1.5 7.5 0.15; gemini-3.8-flash 1.5 7.5 0.15; gemini-embedding-001 0.15 0; gemini-flash-1.5 0.075 0.3;
   gemini-flash-1.5-8b 0.0375 0.15; gemini-pro 0.5 1.5; gemini-pro-1.5 1.25 5; gemma-2-27b-it 0.8 0.8; gemma-2-9b-it 0.07 0.07;
   gemma-3-12b-it 0.05 0.1; gemma-3-27b-it 0.1 0.2; gemma-3-4b-it 0.02 0.04; gemma-3n-e4b-it 0.06 0.12; gemma-4-26b-a4b-it 0.06 0.33;
   gemma-4-31b-it 0.09 0.34 0.05; palm-2-chat-bison 1 2; palm-2-codechat-bison 1 2
meta-llama: llama-2-13b-chat 0.22 0.22; llama-2-70b-chat 0.9 0.9; llama-3-70b-instruct 0.3 0.4; llama-3-8b-instruct 0.03 0.06;
   llama-3.1-405b 2 2; llama-3.1-405b-instruct 0.8 0.8; llama-3.1-70b-instruct 0.1 0.28; llama-3.1-8b-instruct 0.02 0.03;
   llama-3.2-11b-vision-instruct 0.049 0.049; llama-3.2-1b-instruct 0.005 0.01; llama-3.2-3b-instruct 0.01 0.02;
   llama-3.2-90b-vision-instruct 0.9 0.9; llama-3.3-70b-instruct 0.05 0.24; llama-4-maverick 0.15 0.6; llama-4-scout 0.08 0.3;
   llama-guard-2-8b 0.2 0.2; llama-guard-3-8b 0.02 0.06; llama-guard-4-12b 0.05 0.05
minimax: minimax-01 0.2 1.1; minimax-m1 0.3 1.65; minimax-m2 0.255 1 0.03; minimax-m2-her 0.3 1.2 0.03; minimax-m2.1 0.29 0.95 0.03;
   minimax-m2.5 0.15 0.9 0.05; minimax-m2.7 0.27 1.08 0.054; minimax-m3 0.3 1.2 0.06
mistralai: codestral 0.3 0.9; codestral-2501 0.3 0.9; codestral-2508 0.3 0.9 0.03; codestral-mamba 0.25 0.25; devstral-2512 0.4 2 0.04;
   magistral-medium 2 5; magistral-small 0.5 1.5; ministral-14b-2512 0.2 0.2 0.02; ministral-3b 0.04 0.04; ministral-3b-2512 0.1 0.1 0.01;
   ministral-8b 0.1 0.1; ministral-8b-2512 0.15 0.15 0.015; mistral-7b-instruct 0.029 0.059; mistral-7b-instruct-v0.1 0.2 0.2;
   mistral-7b-instruct-v0.2 0.2 0.2; mistral-embed 0.1 0.1; mistral-large 2 6; mistral-large-2512 0.5 1.5 0.05; mistral-medium 2.75 8.1;
   mistral-medium-3 0.4 2; mistral-medium-3-5 1.5 7.5; mistral-medium-3.1 0.4 2 0.04; mistral-medium-latest 1.5 7.5 0.15;
   mistral-nemo 0.01 0.019; mistral-saba 0.2 0.6; mistral-small 0.2 0.6; mistral-small-24b-instruct-2501 0.05 0.09;
   mistral-small-2603 0.15 0.6 0.015; mistral-small-3.1-24b-instruct 0.05 0.15; mistral-small-3.2-24b-instruct 0.075 0.2;
   mistral-small-latest 0.1 0.3; mistral-tiny 0.25 0.25; mixtral-8x22b-instruct 0.9 0.9; mixtral-8x7b-instruct 0.24 0.24;
   pixtral-12b 0.1 0.1; pixtral-large-2411 2 6; voxtral-small-24b-2507 0.1 0.3 0.01
moonshotai: kimi-k2 0.57 2.3; kimi-k2-0905 0.6 2.5; kimi-k2-thinking 0.6 2.5; kimi-k2.5 0.4 1.9 0.09; kimi-k2.6 0.68 3.41 0.34;
   kimi-k2.7-code 0.75 3.5 0.16; kimi-k3 3 15 0.3
openai: chatgpt-4o-latest 5 15; codex-mini 1.5 6 0.375; gpt-3.5-turbo 0.5 1.5; gpt-3.5-turbo-0613 1.5 2; gpt-3.5-turbo-1106 1 2;
   gpt-3.5-turbo-16k 3 4; gpt-3.5-turbo-instruct 1.5 2; gpt-4 30 60; gpt-4-1106-preview 10 30; gpt-4-32k 60 120; gpt-4-turbo 10 30;
   gpt-4.1 2 8 0.5; gpt-4.1-mini 0.4 1.6 0.1; gpt-4.1-nano 0.1 0.4 0.025; gpt-4.5-preview 75 150 37.5; gpt-4o 2.5 10 1.25;
   gpt-4o-2024-05-13 5 15; gpt-4o-audio-preview 2.5 10; gpt-4o-mini 0.15 0.6 0.075; gpt-4o-mini-search-preview 0.15 0.6;
   gpt-4o-search-preview 2.5 10; gpt-4o:extended 6 18; gpt-5 1.25 10 0.125; gpt-5-image 10 10 1.25; gpt-5-image-mini 2.5 2 0.25;
   gpt-5-mini 0.25 2 0.025; gpt-5-nano 0.05 0.4 0.01; gpt-5-pro 15 120; gpt-5.1 1.25 10 0.13; gpt-5.1-codex-mini 0.25 2 0.025;
   gpt-5.2 1.75 14 0.175; gpt-5.2-pro 21 168; gpt-5.3 1.75 14 0.175; gpt-5.3-chat 1.75 14 0.175; gpt-5.3-codex 1.75 14 0.175;
   gpt-5.4 2.5 15 0.25 >272000 5 22.5 0.5; gpt-5.4-image-2 8 15 2; gpt-5.4-mini 0.75 4.5 0.075; gpt-5.4-nano 0.2 1.25 0.02;
   gpt-5.4-pro 30 180 >271999 60 270; gpt-5.5 5 30 0.5 >272000 10 45 1; gpt-5.5-pro 30 180 >271999 60 270;
   gpt-5.6-luna 0.2 1.2 0.02 0.25 >272000 0.4 1.8 0.04 0.5; gpt-5.6-sol 2 10 0.2 2.5 >272000 4 15 0.4 5;
   gpt-5.6-terra 2 12 0.2 2.5 >272000 4 18 0.4 5; gpt-6-astra 10 50 1 12.5 >271999 20 75 2 25;
   gpt-6-luna 0.1 0.5 0.01 0.125 >272000 0.2 0.75 0.02 0.25; gpt-6-luna:batch 0.05 0.25 0.005 0.0625 >272000 0.1 0.375 0.01 0.125;
   gpt-6-sol 2 10 0.2 2.5 >272000 4 15 0.4 5; gpt-6-sol:batch 1 5 0.1 1.25 >272000 2 7.5 0.2 2.5; gpt-audio 2.5 10;
   gpt-audio-mini 0.6 2.4; gpt-chat-latest 5 30 0.5; gpt-image-1 5 40 1.25; gpt-oss-120b 0.039 0.18; gpt-oss-20b 0.029 0.14;
   gpt-oss-safeguard-20b 0.075 0.3 0.037; gpt-realtime 4 16 0.4; o1 15 60 7.5; o1-mini 1.1 4.4 0.55; o1-preview 15 60 7.5; o1-pro 150 600;
   o3 2 8 0.5; o3-deep-research 10 40 2.5; o3-mini 1.1 4.4 0.55; o3-pro 20 80; o4-mini 1.1 4.4 0.275; o4-mini-deep-research 2 8 0.5;
   text-embedding-3-large 0.13 0; text-embedding-3-small 0.02 0; text-embedding-ada-002 0.1 0
perplexity: llama-3.1-sonar-large-128k-online 1 1; llama-3.1-sonar-small-128k-online 0.2 0.2; r1-1776 2 8; sonar 1 1;
   sonar-deep-research 2 8; sonar-pro 3 15; sonar-reasoning 1 5; sonar-reasoning-pro 2 8
qwen: qwen-2-72b-instruct 0.9 0.9; qwen-2.5-72b-instruct 0.12 0.39; qwen-2.5-7b-instruct 0.04 0.1; qwen-2.5-coder-32b-instruct 0.06 0.15;
   qwen-2.5-vl-72b-instruct 0.6 0.6; qwen-2.5-vl-7b-instruct 0.2 0.2; qwen-max 1.6 6.4; qwen-plus 0.4 1.2 0.16;
   qwen-plus-2025-07-28 0.26 0.78; qwen-plus-2025-07-28:thinking 0.26 0.78 - 0.325; qwen-turbo 0.05 0.2; qwen-vl-max 0.8 3.2;
   qwen-vl-plus 0.21 0.63; qwen2.5-coder-7b-instruct 0.2 0.2; qwen2.5-vl-32b-instruct 0.9 0.9; qwen2.5-vl-72b-instruct 0.7 0.7;
   qwen3-14b 0.06 0.24; qwen3-235b-a22b 0.13 0.6; qwen3-235b-a22b-2507 0.09 0.1; qwen3-235b-a22b-thinking-2507 0.1 0.1;
   qwen3-30b-a3b 0.08 0.29; qwen3-30b-a3b-instruct-2507 0.04815 0.19305; qwen3-30b-a3b-thinking-2507 0.08 0.4; qwen3-32b 0.1 0.3;
   qwen3-8b 0.035 0.138; qwen3-coder 0.22 1.8; qwen3-coder-30b-a3b-instruct 0.07 0.27; qwen3-coder-flash 0.195 0.975 0.039 0.24375;
   qwen3-coder-next 0.11 0.8 0.07; qwen3-coder-plus 0.65 3.25 0.13 0.8125; qwen3-max 1.2 6; qwen3-max-thinking 0.78 3.9;
   qwen3-next-80b-a3b-instruct 0.09 1.1; qwen3-next-80b-a3b-thinking 0.0975 0.78; qwen3-vl-235b-a22b-instruct 0.2 0.88 0.11;
   qwen3-vl-235b-a22b-thinking 0.26 2.6; qwen3-vl-30b-a3b-instruct 0.13 0.52; qwen3-vl-30b-a3b-thinking 0.13 1.56;
   qwen3-vl-32b-instruct 0.104 0.416; qwen3-vl-8b-instruct 0.08 0.5; qwen3-vl-8b-thinking 0.117 1.365; qwen3.5-122b-a10b 0.26 2.08;
   qwen3.5-27b 0.195 1.56; qwen3.5-35b-a3b 0.14 1 0.05; qwen3.5-397b-a17b 0.39 2.34; qwen3.5-9b 0.1 0.15; qwen3.5-flash-02-23 0.065 0.26;
   qwen3.5-plus-02-15 0.4 2.4; qwen3.5-plus-20260420 0.3 1.8 - 0.375; qwen3.6-27b 0.289 2.4; qwen3.6-35b-a3b 0.14 1;
   qwen3.6-flash 0.1875 1.125 - 0.234375; qwen3.6-max-preview 1.04 6.24 - 1.3; qwen3.6-plus 0.325 1.95 - 0.40625;
   qwen3.7-max 1.25 3.75 0.25 1.5625; qwen3.7-plus 0.4 1.6 0.08 0.5; qwq-32b 0.15 0.2; qwq-32b-preview 0.2 0.2
x-ai: grok-2-1212 2 10; grok-2-vision-1212 2 10; grok-3 3 15 0.75; grok-3-beta 3 15; grok-3-mini 0.3 0.5 0.075; grok-3-mini-beta 0.3 0.5;
   grok-4-fast 0.2 0.5 0.05 >128000 0.4 1 0.05; grok-4.20 1.25 2.5 0.2; grok-4.20-multi-agent 2 6 0.2; grok-4.3 1.25 2.5 0.2;
   grok-4.5 2 6 0.3 >199999 4 12 0.6; grok-4.6 2 6 0.5 >199999 4 12 1; grok-beta 5 15; grok-build-0.1 1 2 0.2;
   grok-code-fast-1 0.2 1.5 0.02; grok-vision-beta 5 15
z-ai: glm-4.5 0.6 2.2 0.11; glm-4.5-air 0.125 0.85 0.06; glm-4.5v 0.6 1.8 0.11; glm-4.6 0.43 1.74 0.08; glm-4.6v 0.3 0.9 0.05;
   glm-4.7 0.4 1.75 0.08; glm-4.7-flash 0.06 0.4 0.01; glm-5 0.6 1.92 0.12; glm-5-turbo 1.2 4 0.24; glm-5.1 0.98 3.08 0.182;
   glm-5.2 1.4 4.4 0.26; glm-5.3 1.4 4.4 0.26; glm-5.3-flash 0.075 0.25 0.015
`;
