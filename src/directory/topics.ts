/** Version of the topic rules. After a change, topics of older versions are computed again. */
export const TOPICS_VERSION = 2;

/** Topic for browsing. The words of a site determine its topics (src/topics/find-topics.ts). */
export interface Topic {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly words: TopicWords;
}

/**
 * Words and phrases by weight, separated by commas. English words match all their forms. A word that begins with a
 * dot matches the end of a domain name.
 */
export interface TopicWords {
  /** Words rarely used for other topics. */
  readonly strong: string;
  readonly usual: string;
  /** Words also used for other topics. */
  readonly weak: string;
}

export const TOPICS: readonly Topic[] = [
  {
    id: 'developer-tools',
    name: 'Developer tools',
    description: 'Frameworks, libraries, SDKs, build tools, code quality and APIs that programmers build with.',
    examples: [
      'A TypeScript framework for building desktop apps with Rust',
      'JavaScript runtime, bundler and package manager',
    ],
    words: {
      strong:
        'code editors, developer platform, developer docs, open source framework, javascript, typescript, framework, npm, npmjs, bundler, compiler, rust, golang, laravel, django, nextjs, next js, react, react native, vue, svelte, angular, ' +
        'component library, ui components, package manager, open source library, programming language, unit test, linter, vs code, vscode, tailwind, tailwind css, ' +
        'code review, code editor, git, monorepo, type safe, orm, webassembly, software architecture, video sdk, programming, coding',
      usual:
        'sdk, sdks, cli, library, developer, python, php, java, kotlin, swift, flutter, node js, nodejs, css, runtime, typings, repository, github, hooks, props, components, ' +
        'middleware, codebase, debugging, boilerplate, 开发者, 开发, 框架, 開発者, ライブラリ, entwickler, développeurs, desarrolladores',
      weak: 'api, api reference, webhooks, endpoints, rest api, graphql, quickstart, installation, install, plugin, changelog, open source, .dev, .sh, software development, reference, configuration, testing',
    },
  },
  {
    id: 'ai',
    name: 'AI',
    description: 'Models, agents, generated text, images, voice and video, and tools to build with them.',
    examples: ['Open-source platform to build and deploy LLM agents', 'Generate images from text with AI models'],
    words: {
      strong:
        'llm, llms, large language model, language models, generative ai, artificial intelligence, machine learning, deep learning, ai agent, ai agents, agentic, rag, chatbot, ' +
        'prompt engineering, text to speech, text to image, text to video, image generation, video generation, ai models, fine tuning, langchain, openai, mcp server, ' +
        'model context protocol, ai image, ai video, ai voice, ai music, voice agents, ai art, ai companion, ai gateway, diffusion, neural, gpt, ai assistant, ai platform, ai tools, ' +
        'artificial intelligence tools, face swap, 人工智能, 人工知能, 生成ai, 大模型, 智能体, künstliche intelligenz, intelligence artificielle, inteligencia artificial, inteligência artificial, intelligenza artificiale',
      usual:
        'inference, embeddings, chatgpt, claude, gemini, deepseek, midjourney, anthropic, stable diffusion, copilot, prompts, prompt, avatar, speech recognition, transcription, voice ai, ai powered, ' +
        'conversational ai, agent, model, ki, ia, ai generated, multimodal',
      weak: 'ai, mcp, .ai, agents, models, automation, tools',
    },
  },
  {
    id: 'data',
    name: 'Data',
    description: 'Databases, pipelines, analytics, search, web scraping, and sellers of data.',
    examples: ['A fast analytical SQL database', 'Web scraping API and data extraction at scale'],
    words: {
      strong:
        'database, sql, postgres, postgresql, mysql, mongodb, redis, clickhouse, duckdb, sqlite, data warehouse, data pipeline, data pipelines, etl, elt, analytics, ' +
        'business intelligence, web scraping, scraper, scraping, data platform, data integration, vector database, vector search, data lake, lakehouse, data engineering, ' +
        'data catalog, data governance, data quality, data vault, data science, dataset, datasets, data enrichment, data provider, datenbank, base de données, 数据库, データベース, dbt, snowflake, bigquery, data model, data analytics, time series, data extraction',
      usual:
        'data, query, queries, dashboards, dashboard, reporting, metrics, schema, connectors, kafka, streaming data, sync engine, tables, visualization, charts, insights, crawl, statistics, archive, daten, données, datos, 数据, データ',
      weak: 'search, replication, storage, import, export, pipeline, warehouse',
    },
  },
  {
    id: 'cloud',
    name: 'Cloud, hosting & networks',
    description: 'Hosting, cloud platforms, DevOps, monitoring, proxies and network tools.',
    examples: ['VPS and web hosting with SSD servers', 'Kubernetes monitoring and observability'],
    words: {
      strong:
        'web hosting, hosting, vps, dedicated server, dedicated servers, cloud hosting, kubernetes, docker, devops, observability, cdn, serverless, infrastructure as code, terraform, ' +
        'cloud infrastructure, proxy, proxies, residential proxies, vpn, dns, server monitoring, uptime, bare metal, ssh, sftp, ftp, file transfer, load balancer, ' +
        'cloud computing, gpu cloud, domain registration, domain names, virtual machines, incident management, ci cd, session replay, error monitoring, log management, reseller hosting, 服务器, 云服务, 主机, 虚拟主机, hébergement web, hébergement, alojamiento web, webhosting, ' +
        'file storage, object storage, backup, ip address, ipv4, opentelemetry, tracing, internet provider, fiber, broadband, wordpress hosting, hosting plans, colocation, data center, cloud provider',
      usual:
        'cloud, server, servers, deployment, deploy, deployments, monitoring, network, networking, alerts, infrastructure, linux, nginx, cluster, nodes, ssl, aws, azure, domains, email hosting, edge, self hosted, cpanel, .cloud, .host, .hosting, sim, telecom, esim',
      weak: 'performance, ip, storage, scaling, environments, regions, compute, configuration',
    },
  },
  {
    id: 'security',
    name: 'Security & identity',
    description: 'Login and identity, passwords, fraud prevention, privacy, and cyber and physical security.',
    examples: ['Password manager and privileged access management', 'Fraud detection and identity verification'],
    words: {
      strong:
        'cybersecurity, cyber security, security, password, password manager, single sign on, oauth, identity verification, fraud, fraud prevention, fraud detection, penetration testing, pentest, ' +
        'vulnerability, vulnerabilities, malware, ransomware, threat, threat intelligence, threat detection, compliance automation, gdpr, cookie consent, consent management, data privacy, passkeys, mfa, two factor, ' +
        'identity provider, zero trust, phishing, siem, soc 2, kyc, aml, encryption, access control, captcha, identity management, privileged access, red teaming, antivirus, surveillance, cctv, ' +
        'iso 27001, it sicherheit, datenschutz, cybersécurité, sécurité, ciberseguridad, 网络安全, 安全, セキュリティ, digital identity, cmmc, deepfake detection, application security, devsecops, firewall',
      usual:
        'login, sso, saml, authentication, privacy, identity, secrets, risk, compliance, secure, protection, audit, attack, consent, secret, policies, authorization, .security',
      weak: 'permissions, roles, sign in, verification, access, trust, monitoring, token, session, guard',
    },
  },
  {
    id: 'finance',
    name: 'Finance',
    description: 'Banks, payments, cards, money transfer, investing, insurance, accounting and tax software.',
    examples: ['Online payments and card processing for merchants', 'Accounting and invoicing software'],
    words: {
      strong:
        'payments, payment processing, payment gateway, bank, banking, insurance, loan, loans, mortgage, money transfer, remittance, accounting, bookkeeping, accountant, invoice, invoicing, investing, investment, ' +
        'investor, wealth, credit card, credit cards, credit score, fintech, trading platform, forex, stock market, stocks, brokerage, tax software, payroll, lending, open banking, financial, finance, ' +
        'virtual cards, card issuing, retirement, pension, hedge fund, equity, cap table, lender, refinancing, pos, ' +
        'versicherung, bank account, kredit, finanzen, buchhaltung, assurance, banque, crédit, comptabilité, seguros, banco, finanzas, préstamos, contabilidad, 支付, 保险, 银行, 金融, 投资, 保険, 銀行, 決済, 投資, 会計',
      usual:
        'payment, money, transfer, cards, fees, fund, funds, credit, debt, tax, taxes, billing, refunds, payouts, checkout, savings, merchant, merchants, iban, capital, currency, exchange rates, transactions, etf, portfolio, trading, .finance, .money, .bank, .capital, .insurance',
      weak: 'card, transaction, subscription, balance, revenue, account',
    },
  },
  {
    id: 'crypto',
    name: 'Crypto & web3',
    description: 'Blockchains, tokens, wallets, DeFi, NFTs, decentralized networks, and news about them.',
    examples: ['Decentralized perpetuals exchange on Ethereum', 'Wallet infrastructure for web3 apps'],
    words: {
      strong:
        'crypto, cryptocurrency, cryptocurrencies, blockchain, blockchains, bitcoin, btc, ethereum, solana, web3, defi, nft, nfts, smart contract, smart contracts, wallet, wallets, token sale, tokenomics, staking, ' +
        'validator, validators, rollup, layer 2, l2, l1, evm, dapp, dapps, dao, decentralized, decentralised, onchain, on chain, stablecoin, stablecoins, usdc, usdt, dex, perpetuals, perpetual, perps, airdrop, ' +
        'liquidity pool, liquidity, rpc node, mainnet, testnet, zk, zero knowledge, ipfs, arweave, walletconnect, solidity, block explorer, memecoin, depin, polkadot, cosmos, gas fees, yield farming, appchain, ' +
        'kryptowährung, criptomonedas, criptomoedas, cryptomonnaie, 区块链, 加密货币, 比特币, 仮想通貨, 暗号資産, blockchain explorer, polygon, arbitrum, cardano, oracle network, multisig, vaults, tokenization, tokenized',
      usual:
        'token, tokens, chain, chains, bridge, swap, nft minting, mint nfts, governance, node, nodes, contracts, protocol, whitepaper, relayer, sequencer, bitcoin mining, crypto mining, mining pool, ledger, yield, collateral, lending protocol, epoch, rewards, .xyz, .eth, .crypto, .network, explorer, faucet, contract, points program',
      weak: 'network, trading, rpc, markets, exchange, security audits, audits, .finance, referral, tge',
    },
  },
  {
    id: 'shopping',
    name: 'Shopping & commerce',
    description: 'Online shops, marketplaces, brands and makers selling goods, and apps that run a shop.',
    examples: ['Online shop for handmade furniture and home decor', 'Shopify store selling women’s clothing'],
    words: {
      strong:
        'online store, online shop, webshop, shopify, shopify stores, shop app, ucp, universal commerce protocol, free shipping, ecommerce, woocommerce, add to cart, gift cards, best sellers, new arrivals, ' +
        'shopping, shop, clothing, apparel, fashion, jewelry, jewellery, shoes, sneakers, furniture, home decor, gifts, handmade, toys, cosmetics, boutique, bedding, lingerie, dresses, ' +
        'marketplace for, retail store, returns policy, return policy, refund policy, shipping policy, shipping and returns, wholesale, collections, size guide, ' +
        'onlineshop, versand, warenkorb, boutique en ligne, livraison gratuite, livraison, tienda online, tienda, envío gratis, loja, loja online, negozio online, spedizione, sklep, sklep internetowy, ' +
        '商城, 购物, 网店, 通販, ショップ, オンラインショップ, thương mại điện tử, mua sắm, e shop, kaufen, magasin, ropa, joyería, moda',
      usual:
        'products, product, store, shipping, delivery, cart, catalog, catalogue, brand, brands, discount, coupons, deals, price, prices, order tracking, orders, returns, gift, sale, accessories, collection, leather, wood, ' +
        'productos, producten, prodotti, commandes, mug, poster, .shop, .store, .shopping, custom, storefront, marketplace, retail, seller, sellers, sold, furnishings',
      weak: 'buy, order, checkout, quality, material, new, refunds, warranty, faq, men, women, kids',
    },
  },
  {
    id: 'marketing',
    name: 'Marketing & sales',
    description:
      'SEO and visibility in AI answers, advertising, email and lead tools, social growth, and guides on them.',
    examples: ['SEO audit tool and keyword rank tracker', 'Email marketing and lead generation platform'],
    words: {
      strong:
        'qualified leads, sales leads, outbound sales, seo, search engine optimization, geo, aeo, generative engine optimization, ai visibility, ai search visibility, keyword research, keywords, backlink, backlinks, email marketing, lead generation, cold email, outreach, ' +
        'marketing automation, advertising, ads, google ads, facebook ads, affiliate, affiliate marketing, influencer, influencer marketing, social media management, social media marketing, content marketing, ' +
        'conversion rate, landing page, landing pages, sales enablement, sales intelligence, prospecting, newsletter, newsletters, growth marketing, brand mentions, rank tracking, rank tracker, link building, campaign, campaigns, ' +
        'b2b sales, marketing, marketers, loyalty program, customer engagement, customer data platform, ppc, funnel, funnels, smm, instagram followers, followers, suchmaschinenoptimierung, werbung, référencement, publicité, posizionamento, publicidad, ' +
        '营销, 广告, 推广, マーケティング, 広告, attribution, abm, retargeting, sms marketing, audience, conversion optimization, llm visibility, schema markup, email verification, email finder',
      usual:
        'sales, engagement, social media, content strategy, conversion, conversions, traffic, email, segmentation, serp, sem, digital marketing, audit, prospects, pipeline, personalization, .marketing, .media, outbound, rankings, copywriting, growth',
      weak: 'brand, customers, strategy, analytics, content, visibility, organic, website, optimization, publishers',
    },
  },
  {
    id: 'design',
    name: 'Design, websites & no-code',
    description: 'Design tools, website, form and app builders without code, logos and visual art.',
    examples: ['No-code website builder with templates', 'Logo maker and graphic design tool'],
    words: {
      strong:
        'no code, nocode, website builder, site builder, page builder, app builder, form builder, drag and drop, graphic design, logo design, logo maker, logo, logos, figma, ui design, ux design, web design, typography, font, fonts, ' +
        'icons, illustration, illustrations, templates, mockup, mockups, wireframe, design system, design tool, design tools, photo editor, image editor, color palette, webflow, wordpress theme, wordpress plugin, squarespace, framer, low code, visual editor, vector, 3d models, photography, ' +
        'background remover, svg, artwork, webdesign, diseño, diseño web, conception graphique, 设计, 设计工具, デザイン, website maker, build websites, elementor',
      usual:
        'design, designer, designers, website, websites, template, theme, themes, creative, builder, visual, canvas, animation, graphics, drawing, 3d, .design, .art, portfolio website, widget, widgets, editor, editing, layout',
      weak: 'pages, images, image, customization, publish, style, art, fields, photos, gallery, ui',
    },
  },
  {
    id: 'business-software',
    name: 'Business & productivity software',
    description: 'CRM, ERP, HR, support, messaging, project, document and automation software, and small office tools.',
    examples: ['CRM and project management for small teams', 'Help desk software for customer support teams'],
    words: {
      strong:
        'crm, erp, project management, task management, customer support, help desk, helpdesk, ticketing, live chat, hr software, hris, human resources software, workflow automation, business automation, process automation, document management, ' +
        'pdf, e signature, electronic signature, esignature, time tracking, scheduling software, appointment scheduling, team collaboration, knowledge base software, inventory management, field service, saas platform, contact center, call center, ' +
        'note taking, productivity, calendar, todo, to do, video conferencing, meeting meetings, workplace, employee engagement, performance management, applicant tracking, shared inbox, customer success, business phone, voip, whatsapp business, ' +
        'business management software, management software, spreadsheet, spreadsheets, contract management, contract lifecycle, procurement software, expense management, warehouse management, order management, logiciel, logiciel de gestion, gestión empresarial, unternehmenssoftware, software gestionale, ' +
        'intranet, digital signage, employees, bpm, rpa, low code platform, survey, surveys, feedback, booking software, translation management, product management, roadmap',
      usual:
        'workflow, workflows, automation, automate, collaboration, team, teams, tasks, projects, tickets, contacts, integrations, inbox, employee, forms, appointments, scheduling, approvals, onboarding, messaging, whatsapp, slack, chat, office, ' +
        'business, software, saas, workspace, agents inbox, conversations',
      weak: 'management, customer, customers, platform, reports, templates, admin, settings, solutions, integration, features, pricing',
    },
  },
  {
    id: 'agencies',
    name: 'Digital agencies',
    description: 'Firms and freelancers who build websites, apps or software, or run marketing for clients.',
    examples: ['Digital marketing agency offering SEO and PPC services', 'Web development company for startups'],
    words: {
      strong:
        'agency, digital agency, digital marketing agency, marketing agency, seo agency, web agency, creative agency, design agency, branding agency, web development company, software development company, app development company, web design company, seo company, ' +
        'seo services, web design services, web development services, mobile app development, app development services, development services, software development services, digital marketing services, digital marketing company, it services, our clients, hire developers, ' +
        'website development, custom software development, web design agency, agence, agence web, agence digitale, agentur, webagentur, agencia, agencia de marketing, agenzia, agenzia web, reclamebureau, studio creative, 制作会社, web制作, ホームページ制作, 网站建设, it company, software house, ' +
        'ppc services, social media marketing services, software outsourcing, outsourcing, ui ux design services, it consulting, .agency, freelancer, freelance, for clients, white label, website maintenance, development company, branding services',
      usual:
        'services, case studies, case study, our services, clients, portfolio, web development, app development, ecommerce development, branding, digital transformation, our work, industries we serve, get a quote, wordpress development, .studio, .consulting, .digital, hire, nearshore',
      weak: 'company, solutions, seo, web design, marketing, about us, contact us, our team, testimonials, expertise, software development',
    },
  },
  {
    id: 'professional-services',
    name: 'Professional services',
    description: 'Law, tax, trust, HR and management consulting, recruiting, and coaching of organizations.',
    examples: ['Law firm for family and immigration law', 'Executive search and management consulting'],
    words: {
      strong:
        'law firm, lawyer, lawyers, attorney, attorneys, legal services, legal advice, solicitor, solicitors, litigation, immigration law, immigration, family law, criminal defense, personal injury, divorce, visa services, company formation, incorporation, ' +
        'recruitment, recruiting, recruiter, recruiters, staffing, executive search, headhunting, management consulting, consulting firm, consultancy, tax advisor, tax advisory, cpa firm, audit firm, advisory, business consulting, executive coaching, leadership development, leadership coaching, notary, trademark, ' +
        'rechtsanwalt, rechtsanwälte, kanzlei, steuerberater, steuerkanzlei, unternehmensberatung, personalberatung, avocat, avocats, abogado, abogados, asesoría, advogado, advogados, avvocato, studio legale, consulenza, 律师, 律师事务所, 法律, 弁護士, 行政書士, 税理士, コンサルティング, 退職代行, ' +
        'translation services, patent, paralegal, legal, law, bankruptcy, hr consulting, hr services, fractional, virtual assistant, talent, hiring, .law, .legal, immobilienbewertung',
      usual:
        'consulting, consultant, consultants, lawyers near, advisors, advisers, jobs, candidates, career, careers, corporate, practice areas, clients, compliance, tax, beratung, mediation, coaching, coach, expert witness, strategy, transformation, leadership, organizational, advisory services',
      weak: 'services, firm, experts, business, partners, team, experience, contact',
    },
  },
  {
    id: 'education',
    name: 'Education & research',
    description: 'Schools, courses, learning tools, internships, universities and scholarly publishing.',
    examples: ['Online courses and certification for students', 'University department of physics'],
    words: {
      strong:
        'university, school, schools, college, course, courses, students, student, tutoring, tutor, tutors, learning platform, e learning, elearning, online learning, lms, curriculum, classroom, teachers, teacher, academic, academy, exam, exams, exam preparation, scholarship, ' +
        'internship, internships, certification, degree, bootcamp, lessons, language learning, flashcards, quiz, quizzes, homework, research, scholarly, journal, scientific, study abroad, admissions, preschool, kindergarten, math, mathematics, ' +
        'universität, hochschule, schule, kurse, weiterbildung, lernen, université, école, formations, cours, universidad, escuela, cursos, curso, escola, università, corsi, corso, 大学, 学校, 课程, 教育, 学习, 学ぶ, 留学, 塾, .edu, .ac, .academy, .school, .education, .university, ' +
        'worksheets, vocabulary, grammar, syllabus, tuition, campus, faculty, alumni, phd, hands on labs, ielts, toefl, sat prep, thesis, essay, learning english, educational, ebooks for students',
      usual:
        'learning, learn, training, education, study, teaching, science, lectures, lab, labs, skills, practice, certificates, knowledge, grade, publications, papers, arxiv, educators, children, kids, workshops, instructor, instructors, lesson',
      weak: 'guide, tutorials, program, programs, library, resources, books, workshop',
    },
  },
  {
    id: 'health',
    name: 'Health & beauty',
    description: 'Clinics, doctors, therapy and counseling, medicines, health devices and data, fitness and beauty.',
    examples: ['Mental health clinic and therapy for adults', 'Dental practice with implants and orthodontics'],
    words: {
      strong:
        'health, healthcare, medical, medicine, clinic, clinics, clinical, doctor, doctors, dentist, dental, dentistry, therapy, therapist, therapists, counseling, counselling, mental health, hospital, patients, patient, nursing, pharmacy, wellness, fitness, gym, workout, ' +
        'nutrition, diet, weight loss, skincare, skin care, beauty, salon, hair, spa, massage, yoga, surgery, surgeon, physiotherapy, physical therapy, chiropractic, chiropractor, rehab, addiction, addiction treatment, pregnancy, fertility, dermatology, orthodontics, telehealth, symptoms, ' +
        'disease, diabetes, cancer, vitamins, supplements, supplement, cannabis, cbd, peptides, testosterone, botox, plastic surgery, aesthetic, hormone, ehr, lab tests, biomarkers, wearables, senior care, caregivers, home care, veterinary, autism, aba, psychology, psychologist, depression, anxiety, sleep, ' +
        'arzt, ärzte, zahnarzt, praxis, klinik, gesundheit, therapie, kosmetik, médecin, santé, clinique, dentiste, salud, clínica, médico, psicólogo, saúde, salute, medico, 医院, 健康, 医疗, 美容, クリニック, 病院, 医療, 歯科, 整体, .health, .care, .clinic, .dental, .fitness, .doctor',
      usual:
        'treatment, treatments, care, body, pain, recovery, conditions, appointment, wellbeing, diagnosis, strength, exercise, exercises, skin, women’s health, meditation, mindfulness, infectious, muscle, protein, hearing, vision, medication, insurance accepted',
      weak: 'natural, healing, provider, providers, coaching, training, performance, life, movement',
    },
  },
  {
    id: 'travel',
    name: 'Travel, food & events',
    description: 'Places to stay, tours, travel guides, restaurants, food brands, event listings and venues.',
    examples: ['Hotel and holiday apartments by the sea', 'Italian restaurant with a seasonal menu'],
    words: {
      strong:
        'travel, hotel, hotels, vacation, vacations, vacation rentals, holiday apartments, holiday, holidays, tours, tour, tourism, tourist, tourists, trip, trips, itinerary, itineraries, flights, guesthouse, hostel, resort, villa, villas, bed and breakfast, b b, airbnb, cruise, cruises, safari, destinations, destination, ' +
        'restaurant, restaurants, menu, cafe, coffee, cuisine, recipe, recipes, food, catering, wine, wines, winery, brewery, beer, bakery, pizza, chef, chefs, dining, meals, tea, chocolate, wedding, weddings, wedding venue, event venue, events, event, festival, festivals, concerts, tickets, camping, campground, hiking, sightseeing, ' +
        'car rental, airport transfer, ski, diving, travel guide, travel agency, ferienwohnung, ferienwohnungen, urlaub, reisen, restaurant karte, speisekarte, hôtel, gîte, chambres, chambre, voyage, voyages, séjour, vacances, hotel reservas, viajes, viaje, turismo, restaurante, albergo, ristorante, viaggi, vacanze, ' +
        '酒店, 旅游, 旅行, 民宿, 餐厅, 美食, 住宿, ホテル, 旅館, 観光, レストラン, グルメ, 宿泊, .travel, .restaurant, .cafe, .pizza, .wine, .events, glamping, yacht charter, excursions, travelers, travellers, accommodation, things to do, nightlife',
      usual:
        'rooms, bar, booking, bookings, book, reservation, reservations, guests, guest, beach, island, mountain, city guide, visit, attractions, local, luggage, visa, passport, ingredients, kitchen, stay, stays, host, hosts, experiences, activities, adventure, venue',
      weak: 'guide, places, reviews, location, private, car, transfers, summer, transport',
    },
  },
  {
    id: 'property',
    name: 'Property & home',
    description: 'Real estate, property data, construction, heating and home repair, and smart homes.',
    examples: ['Real estate agents with homes for sale', 'Roofing and plumbing contractors'],
    words: {
      strong:
        'real estate, realtor, realtors, realty, property management, properties, homes for sale, houses for sale, apartments for rent, apartments, condos, rental properties, landlord, landlords, tenants, tenant, mls, construction, contractor, contractors, roofing, roof, plumbing, plumber, hvac, heating, ' +
        'air conditioning, remodeling, renovation, kitchen remodeling, home improvement, landscaping, lawn care, pest control, cleaning services, electrician, electricians, flooring, windows and doors, garage doors, garage door, swimming pools, pool, architect, architects, architecture firm, interior design, smart home, home automation, ' +
        'solar panels installation, home inspection, commercial real estate, property, foundation repair, water damage, restoration, painting contractor, painters, insulation, concrete, home builders, house plans, new homes, coworking, office space, self storage, hoa, ' +
        'immobilien, immobilie, wohnung, wohnungen, haus, heizung, sanitär, handwerker, dachdecker, umzug, architekt, immobilier, appartement, maison, rénovation, plombier, travaux, chauffage, inmobiliaria, inmuebles, casas, construcción, reformas, imóveis, immobiliare, ristrutturazione, ' +
        '房地产, 房产, 装修, 不動産, リフォーム, 住宅, 賃貸, .homes, .house, .properties, .realestate, .realty, .construction, .build, building materials, dream home, handyman, locksmith, waterproofing, septic',
      usual:
        'home, homes, house, houses, building, buildings, rent, rental, repair, repairs, installation, cleaning, residential, commercial, neighborhood, listings, agents, maintenance, garden, bathroom, kitchen, floor, mortgage, estate, sensors, doors, windows, furnace',
      weak: 'sale, local, service area, projects, licensed, free estimates, quality, area',
    },
  },
  {
    id: 'industry',
    name: 'Industry & transport',
    description: 'Manufacturing, packaging, energy, engineering, freight, delivery and moving, aviation, and vehicles.',
    examples: ['Container shipping and freight logistics', 'Manufacturer of CNC machines and industrial equipment'],
    words: {
      strong:
        'manufacturing, manufacturer, manufacturers, industrial, factory, machinery, machines, machining, cnc, packaging, logistics, freight, shipping container, container shipping, trucking, trucks, truck, fleet, drayage, warehousing, supply chain, automotive, car dealer, car dealership, dealership, vehicle, vehicles, used cars, cars, ' +
        'auto parts, motorcycle, motorcycles, aviation, aircraft, airline, drone, drones, energy, solar, solar energy, renewable energy, battery, batteries, oil and gas, electric vehicle, ev charging, power plant, mining equipment, steel, metal, plastics, chemical, chemicals, semiconductor, pcb, electronics manufacturing, sensors, automation equipment, ' +
        'robotics, robots, robot, engineering company, mechanical engineering, 3d printing, injection molding, injection moulding, valves, pumps, bearings, hydraulics, moving company, movers, courier, parcel, agriculture, farming, farm, maritime, marine, ' +
        'maschinenbau, hersteller, fertigung, spedition, logistik, fahrzeuge, autos, energie, solaranlage, photovoltaik, industrie, fabricant, fabrication, transport, transports, déménagement, voiture, voitures, fabricante, industria, maquinaria, coches, transporte, logística, produttore, macchine, ' +
        '制造, 厂家, 工厂, 机械, 设备, 物流, 汽车, 工業, 製造, 自動車, 引越し, 運送, pièces, .energy, .solar, .auto, .cars, .industries, oem, odm, iot sensors, laser, welding, coating, coatings, adhesives, textiles, printing, towing, auto repair, car wash, tires, wheels',
      usual:
        'equipment, supplier, suppliers, production, engineering, cargo, carriers, carrier, export, materials, car, auto, electric, power, parts, port, ports, transportation, driver, drivers, gas, water, tools, certified, iso 9001, technical data, rates, motor, charging, hardware',
      weak: 'products, quality, global, technology, delivery, custom, moving, machine, plant, applications',
    },
  },
  {
    id: 'media',
    name: 'Media & publishing',
    description:
      'News and magazines, fiction, video, film, music, podcasts, social networks, and tools for publishers.',
    examples: ['Daily news and opinion magazine', 'Music streaming and podcasts'],
    words: {
      strong:
        'news, magazine, newspaper, journalism, journalists, editorial, podcast, podcasts, music, film, films, movie, movies, tv, television, radio, streaming, video streaming, broadcasting, broadcast, publisher, publishers, publishing, fiction, novel, novels, short stories, poetry, screenplay, filmmakers, songs, lyrics, album, albums, artists, ' +
        'breaking news, latest news, record label, celebrity, comics, manga, anime, social network, youtube, video editing, audiobooks, ebooks, writers, authors, screenwriting, media company, livestream, music recognition, book publisher, ' +
        'nachrichten, zeitung, zeitschrift, musik, filme, actualités, actualité, presse, musique, noticias, periódico, música, películas, notícias, jornal, notizie, giornale, musica, 新闻, 音乐, 电影, 视频, 小说, 资讯, 新聞, ニュース, 音楽, 映画, 漫画, 小説, .news, .media, .tv, .fm, .press, .film, .music',
      usual:
        'articles, stories, story, video, videos, audio, entertainment, culture, politics, opinion, interviews, editors, readers, headlines, lifestyle, writing, books, episodes, sound, subscribers, reporters, topics, reviews, blog',
      weak: 'content, media, latest, creators, author, live, technology, business, subscribe, world',
    },
  },
  {
    id: 'games',
    name: 'Games, sport & entertainment',
    description: 'Video games, betting and fantasy games, sport, clubs and entertainment.',
    examples: ['Play free online games and puzzles', 'Football scores, leagues and betting odds'],
    words: {
      strong:
        'game, games, gaming, video games, gamers, gamer, esports, casino, casinos, slots, betting, sportsbook, poker, lottery, football, soccer, basketball, baseball, golf, tennis, cricket, hockey, rugby, boxing, mma, cycling, racing, motorsport, fantasy football, fantasy sports, puzzle, puzzles, minecraft, roblox, steam, playstation, xbox, nintendo, ' +
        'multiplayer, rpg, board game, board games, chess, trading cards, pokemon, sports, sport, league, leagues, tournament, tournaments, odds, gambling, game server, game development, unity, unreal engine, comedy, escape room, theme park, bingo, sudoku, crossword, trivia, ' +
        'spiele, spiel, fußball, verein, jeux, jeu, sportif, juegos, juego, deportes, fútbol, apuestas, jogos, esportes, futebol, apostas, giochi, gioco, calcio, scommesse, 游戏, 体育, 足球, 娱乐城, ゲーム, スポーツ, サッカー, 麻雀, .games, .game, .bet, .casino, .football, .golf, nhà cái, cá cược, bóng đá, slot online, judi',
      usual:
        'play, player, players, bonus, bonuses, match, matches, athletes, coaches, score, scores, fans, club, mods, guild, quests, server, entertainment, fun, team, teams, stadium, wiki, characters, levels, leaderboard',
      weak: 'rewards, fantasy, community, live, online, free',
    },
  },
  {
    id: 'public',
    name: 'Public & community',
    description: 'Government, nonprofits, public policy, associations, religion and local communities.',
    examples: ['Nonprofit organization helping refugees', 'City government services and public records'],
    words: {
      strong:
        'nonprofit, non profit, charity, donate, donation, donations, volunteer, volunteers, volunteering, foundation, government, municipality, city council, public policy, ministry, church, churches, bible, christian, catholic, islam, islamic, quran, mosque, prayer, religion, religious, faith, association, ngo, advocacy, human rights, ' +
        'humanitarian, refugees, civic, elections, parliament, public sector, federal, citizens, congress, policy makers, think tank, community organization, charitable, philanthropy, grants, veterans, environmental, conservation, climate policy, local community, neighborhood association, civil society, ' +
        'gemeinde, kirche, stiftung, gemeinnützig, spenden, association loi 1901, mairie, église, bénévoles, fundación, gobierno, ayuntamiento, iglesia, governo, prefeitura, igreja, comune, chiesa, 政府, 公益, 协会, 基金会, 教会, 自治体, 財団法人, 協会, .gov, .church, .foundation, .ngo, .charity, .gob, .gouv, .mil, town hall, public service, embassy',
      usual:
        'community, organization, members, membership, mission, social impact, impact, public, policy, council, society, initiative, campaigns, rights, communities, nation, national, heritage, culture, state, poverty, justice, youth, .org',
      weak: 'support, programs, events, global, people, open, world, sustainability, initiatives',
    },
  },
  {
    id: 'personal',
    name: 'Personal sites',
    description: 'Home pages, portfolios and blogs about one person or in one person’s name.',
    examples: ['Personal website and blog of a software engineer', 'Portfolio of Jane Doe, data scientist'],
    words: {
      strong:
        'personal website, personal site, personal blog, personal homepage, home page of, portfolio of, portfolio website of, my blog, my portfolio, my projects, my work, about me, resume, curriculum vitae, cv, i am a, i m a, i write about, my writing, my name is, i build, i work, hi i m, my thoughts, ' +
        'persönliche website, site personnel, blog personal, blog pessoal, sito personale, 个人网站, 个人博客, 博客, 個人ブログ, .me, .name, now page, uses page, contact me, hire me, portfolio and blog, about the author, thoughts on, software engineer based, speaker and author, musings, digital garden',
      usual:
        'portfolio, engineer, developer portfolio, blog posts, projects, personal, essays, talks, speaking, my, me, linkedin, biography, bio, blog, founder, writer, photographer, full stack developer, software engineer, web developer, data scientist, designer based, experience, writing, .blog',
      weak: 'posts, i, thoughts, notes, about, github, twitter, articles, now, contact, author',
    },
  },
];
